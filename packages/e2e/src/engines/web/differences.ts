// Where the reader differs from Playwright's aria snapshot on the corpus, page by page, and why. `+` is ours, `-` is Playwright's.

/** Differences with one reason. */
export interface AcceptedDifference {
  readonly why: string;
  readonly lines: readonly string[];
}

const PHRASES =
  'Phrasing roles without a name would cut a sentence into pieces; their text stays in the sentence, which is what anchors compare.';
const ICONS = 'An svg without title, name or role is decoration; Chromium leaves it out too.';
const FRAMES = 'A frame is named by ARIA or title like any other element; the snapshot names none.';

/** The accepted differences of each page of the corpus, in the order of the page. */
export const ACCEPTED: Readonly<Record<string, readonly AcceptedDifference[]>> = {
  buttons: [
    { why: ICONS, lines: ['- img'] },
    { why: PHRASES, lines: ['- insertion'] },
    {
      why: 'A private-use character of an icon font says nothing, and differs by font version.',
      lines: ['+ button "Icon font"', '- button "\ue900Icon font"'],
    },
  ],
  details: [
    {
      why: 'A summary opens its details: users press it, and Chromium and Firefox expose a button with its state.',
      lines: ['+ button "Closed"', '+ button "Open one" [expanded]', '+ button "Labelled"'],
    },
  ],
  editable: [
    { why: 'A contenteditable without role is what a user types into.', lines: ['+ textbox'] },
    {
      why: 'The content of an editor is its value, not nodes around it.',
      lines: ['- paragraph', '- paragraph'],
    },
  ],
  fieldsets: [
    {
      why: 'An option of a disabled select cannot be chosen; Chromium says so too.',
      lines: ['+ option "S" [selected] [disabled]', '- option "S" [selected]'],
    },
  ],
  frames: [{ why: FRAMES, lines: ['+ iframe "Payment"', '+ iframe "Labelled"', '- iframe', '- iframe'] }],
  hidden: [
    {
      why: 'A child may be visible inside a parent with visibility: hidden; the snapshot stops at the parent. Chromium shows it.',
      lines: ['+ button "Visible again"'],
    },
  ],
  inert: [{ why: 'Inert content cannot be reached by any user.', lines: ['- button "Inert"'] }],
  labels: [
    {
      why: 'An empty label names nothing, so the placeholder does (accname 2E goes on while the name is empty).',
      lines: ['+ textbox "Label is empty"', '- textbox'],
    },
  ],
  links: [
    {
      why: 'accname 2F takes all content of a link; the snapshot drops what is inside an article, and leaves card links nameless.',
      lines: ['+ link "Card title Body"', '- link'],
    },
    { why: PHRASES, lines: ['- superscript'] },
  ],
  nested: [
    {
      why: 'Owned content is set apart by a space, as in Chromium.',
      lines: ['+ button "Owner Owned"', '- button "OwnerOwned"'],
    },
  ],
  overrides: [
    {
      why: 'HTML-AAM makes a named section or form a landmark, and a title is a name.',
      lines: ['+ region "By title"', '+ form "Form title"'],
    },
    { why: 'HTML-AAM: address is a group.', lines: ['+ group'] },
  ],
  selects: [
    {
      why: 'The snapshot leaves out optgroups and what is in them; a user can choose those options.',
      lines: ['+ group "Far"', '+ option "Japan"', '+ option "Mars" [disabled]'],
    },
    {
      why: 'An option shows its label attribute, not its text.',
      lines: ['+ option "By label" [selected]', '- option "text" [selected]'],
    },
  ],
  switches: [
    {
      why: 'A native box whose aria-checked says otherwise is in doubt: its component has not heard of it, or never will.',
      lines: ['+ checkbox "Lie" [checked=mixed]', '- checkbox "Lie"'],
    },
  ],
  text: [
    {
      why: PHRASES,
      lines: [
        '- emphasis',
        '- strong',
        '- code',
        '- mark',
        '- time',
        '- deletion',
        '- insertion',
        '- subscript',
        '- superscript',
        '- term',
      ],
    },
  ],
  titles: [{ why: FRAMES, lines: ['+ iframe "Frame"', '- iframe'] }],
};
