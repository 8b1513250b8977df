// Kinds of roles that more than one file asks for. Plain sets; what is made of them is the asker's.

/** Roles that take a value from the user. */
export const FIELD_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** Roles of dialogs: being inside one counts even when it has no name. */
export const DIALOG_ROLES: ReadonlySet<string> = new Set(['dialog', 'alertdialog']);

/** One of many of its kind: what it is called tells it from the next. */
export const ITEM_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article', 'treeitem', 'figure']);

/** Roles of items that hold data, of which another run may show others: what is inside comes and goes with it. */
export const DATA_ITEM_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'treeitem']);

/** Roles of what stands beside the content of a page: advertisements, related things. */
export const ASIDE_ROLES: ReadonlySet<string> = new Set(['complementary']);

/** Roles that announce what must be heard at once. */
export const ALERT_ROLES: ReadonlySet<string> = new Set(['alert', 'alertdialog']);

/** Roles that announce. */
export const ANNOUNCEMENT_ROLES: ReadonlySet<string> = new Set([...ALERT_ROLES, 'status']);
