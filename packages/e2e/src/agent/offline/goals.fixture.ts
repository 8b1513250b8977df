// Pages for goals in plain English: each writes what was done to it, in order, into its log, so that a test reads the effect and not the
// planner's own words.

/** What the page wrote. */
export const LOG_LABEL = 'Log';

const LOG = `<output aria-label="${LOG_LABEL}"></output><script>
var log = (text) => { document.querySelector('output').textContent += text + ';' };
var sent = (event, name) => { event.preventDefault(); log(name + ' ' + [...new FormData(event.target)].map(([key, value]) => key + '=' + value).join('&')) };
</script>`;

const list = (...items: readonly string[]): string => items.map((item) => `<li>${item}</li>`).join('');
const say = (text: string): string => `onclick="log('${text}')"`;

/** The name of a page. */
export type PageName =
  | 'account'
  | 'delivery'
  | 'todo'
  | 'shop'
  | 'modal'
  | 'native'
  | 'menu'
  | 'tabs'
  | 'table'
  | 'search'
  | 'wizard'
  | 'settings'
  | 'invoices'
  | 'signIn';

const PAGES: Readonly<Record<PageName, string>> = {
  account: `<h1>Create account</h1><form aria-label="Account" onsubmit="sent(event, 'account')">
    <label>First name <input name="first"></label><label>Last name <input name="last"></label>
    <label>Email address <input name="email" type="email"></label><label>Password <input name="pass" type="password"></label>
    <label>About you <textarea name="about">old text</textarea></label>
    <label><input type="checkbox" name="terms"> I agree to the terms</label>
    <label><input type="checkbox" name="news" checked> Newsletter</label>
    <button>Create account</button><button type="button" ${say('reset')}>Reset</button></form>`,
  delivery: `<h1>Delivery</h1><form aria-label="Delivery" onsubmit="sent(event, 'delivery')">
    <label>Street <input name="street"></label>
    <label>Country <select name="country"><option value="">Choose one<option>Norway<option>Peru<option>New Zealand</select></label>
    <fieldset><legend>Speed</legend><label><input type="radio" name="speed" value="standard" checked> Standard</label>
      <label><input type="radio" name="speed" value="express"> Express</label></fieldset>
    <label>Day <input name="day" type="date"></label><label>Parcels <input name="parcels" type="number" value="1"></label>
    <button>Place order</button></form>`,
  todo: `<h1>To do</h1><label>New task <input onkeydown="if (event.key === 'Enter') log('added ' + this.value)"></label>
    <ul>${['Water plants', 'Call Ann', 'Pay rent'].map((task) => `<li><label><input type="checkbox" onchange="log('${task} ' + this.checked)" ${task === 'Pay rent' ? 'checked' : ''}> ${task}</label> <button aria-label="Delete ${task}" ${say(`deleted ${task}`)}>×</button></li>`).join('')}</ul>
    <button ${say('cleared')}>Clear completed</button>`,
  shop: `<h1>Products</h1><ul>${['Oak Chair', 'Walnut Desk', 'Walnut Desk Lamp', 'Brass Hook'].map((name) => `<li><h2>${name}</h2><p>€5</p>${name === 'Brass Hook' ? '<p>Sold out</p>' : `<button ${say(`cart ${name}`)}>Add to cart</button>`}<button ${say(`saved ${name}`)}>Save for later</button></li>`).join('')}</ul>`,
  modal: `<h1>Project</h1><button onclick="document.querySelector('dialog').showModal()">Rename project</button>
    <dialog aria-label="Rename project"><form onsubmit="sent(event, 'renamed'); document.querySelector('dialog').close()">
      <label>Project name <input name="name"></label><button type="button" onclick="log('cancelled'); document.querySelector('dialog').close()">Cancel</button><button>Rename</button></form></dialog>
    <button ${say('archived')}>Archive</button>`,
  native: `<h1>Files</h1><table><tr><th>File<th>Action</tr>${['notes.txt', 'plan.pdf'].map((name) => `<tr><td>${name}<td><button onclick="log(confirm('Delete ${name}?') ? 'deleted ${name}' : 'kept ${name}')">Delete</button></tr>`).join('')}</table>
    <button onclick="log('named ' + prompt('Name of the folder?'))">New folder</button>`,
  menu: `<h1>Editor</h1><button aria-haspopup="menu" aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true'); file.hidden = false">File</button>
    <div role="menu" id="file" aria-label="File" hidden><div role="menuitem" tabindex="-1" ${say('new')}>New</div><div role="menuitem" tabindex="-1" ${say('export')}>Export as PDF</div></div>
    <button aria-haspopup="menu" aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true'); view.hidden = false">View</button>
    <div role="menu" id="view" aria-label="View" hidden><div role="menuitemcheckbox" aria-checked="false" tabindex="-1" ${say('ruler')}>Ruler</div></div>`,
  tabs: `<h1>Profile</h1><div role="tablist">${['Overview', 'Billing', 'Members'].map((name, index) => `<button role="tab" aria-selected="${index === 0}" onclick="for (const each of document.querySelectorAll('[role=tab]')) each.setAttribute('aria-selected', each === this); for (const each of document.querySelectorAll('[role=tabpanel]')) each.hidden = each.id !== '${name}'; log('${name}')">${name}</button>`).join('')}</div>
    <div role="tabpanel" id="Overview" aria-label="Overview"><p>All is well.</p></div>
    <div role="tabpanel" id="Billing" aria-label="Billing" hidden><label>VAT number <input id="vat"></label><button onclick="log('vat ' + vat.value)">Save billing</button></div>
    <div role="tabpanel" id="Members" aria-label="Members" hidden><button ${say('invited')}>Invite member</button></div>`,
  table: `<h1>Customers</h1><table><tr><th>Name<th>City<th>Actions</tr>${[
    ['Ann Lee', 'Oslo'],
    ['Bob Ray', 'Lima'],
    ['Bob Raymond', 'Lima'],
  ]
    .map(
      ([name = '', city = '']) =>
        `<tr><td>${name}<td>${city}<td><button ${say(`edit ${name}`)}>Edit</button><button ${say(`delete ${name}`)}>Delete</button></tr>`,
    )
    .join('')}</table><nav aria-label="Pages"><a href="#2" ${say('page 2')}>Next page</a></nav>`,
  search: `<header><nav><a href="#home" ${say('home')}>Home</a><a href="#help" ${say('help')}>Help</a></nav>
    <form role="search" onsubmit="sent(event, 'search')"><label>Search the shop <input type="search" name="q"></label><button>Search</button></form></header>
    <h1>Results</h1><label>Sort by <select onchange="log('sort ' + this.value)"><option>Relevance<option>Price<option>Rating</select></label>
    <label><input type="checkbox" onchange="log('stock ' + this.checked)"> In stock only</label><ol>${list('Walnut Desk', 'Oak Chair')}</ol>`,
  wizard: `<h1>Set up</h1><section id="one" aria-label="Step 1"><label>Company name <input id="company"></label><button onclick="log('step 2 ' + company.value); one.hidden = true; two.hidden = false">Continue</button></section>
    <section id="two" aria-label="Step 2" hidden><label><input type="radio" name="plan" onchange="log('free')"> Free plan</label><label><input type="radio" name="plan" onchange="log('team')"> Team plan</label>
      <button onclick="log('step 1'); two.hidden = true; one.hidden = false">Back</button><button onclick="log('step 3'); two.hidden = true; three.hidden = false">Continue</button></section>
    <section id="three" aria-label="Step 3" hidden><p>Ready?</p><button ${say('finished')}>Finish</button></section>`,
  settings: `<h1>Settings</h1>${['Weekly report', 'Dark mode'].map((name, index) => `<button role="switch" aria-checked="${index === 1}" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); log('${name} ' + on)">${name}</button>`).join('')}
    <label>Language <select onchange="log(this.value)"><option>English<option>Norsk</select></label>
    <button ${say('saved')}>Save changes</button><button disabled>Delete account</button>`,
  invoices: `<h1>Invoices</h1><button onclick="document.querySelector('form').hidden = false">New invoice</button>
    <form hidden aria-label="New invoice" onsubmit="sent(event, 'created')"><label>Invoice name <input name="name"></label><button type="button">Cancel</button><button>Create</button></form>
    <section aria-label="Cookies"><p>We use cookies.</p><button ${say('accepted')}>Accept all</button><button ${say('declined')}>Decline</button></section>`,
  signIn: `<h1>Welcome</h1><form aria-label="Sign in" onsubmit="sent(event, 'in')"><label>Email <input name="email" type="email"></label>
    <label>Password <input name="password" type="password"></label><label><input type="checkbox" name="stay"> Remember me</label><button>Sign in</button></form><a href="#lost" ${say('lost')}>Forgot password?</a>`,
};

/** Each page's HTML, by name. */
export const HTML: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAGES).map(([name, html]) => [name, `<title>${name}</title>${LOG}${html}`]),
);

/** A goal that is done, and the log of its page then. */
export const DONE: readonly (readonly [page: PageName, goal: string, log: string])[] = [
  [
    'account',
    'fill Email address with ann@x.test, then submit the form',
    'account first=&last=&email=ann@x.test&pass=&about=old text&news=on',
  ],
  [
    'account',
    'fill First name with Ann, Last name with Lee and Email address with ann@x.test, check I agree to the terms, then press Create account',
    'account first=Ann&last=Lee&email=ann@x.test&pass=&about=old text&terms=on&news=on',
  ],
  ['account', 'clear About you, then submit the form', 'account first=&last=&email=&pass=&about=&news=on'],
  [
    'account',
    'uncheck Newsletter and press Create account',
    'account first=&last=&email=&pass=&about=old text',
  ],
  [
    'account',
    'enter "Lee, Ann" in Last name, then submit the form',
    'account first=&last=Lee, Ann&email=&pass=&about=old text&news=on',
  ],
  ['account', 'press Reset', 'reset'],
  [
    'delivery',
    'set Street to 1 Main Street, choose Norway in Country, choose Express as Speed, then press Place order',
    'delivery street=1 Main Street&country=Norway&speed=express&day=&parcels=1',
  ],
  [
    'delivery',
    'choose New Zealand for Country and set Parcels to 3; submit the form',
    'delivery street=&country=New Zealand&speed=standard&day=&parcels=3',
  ],
  [
    'delivery',
    'set Day to 2030-05-17, then place order',
    'delivery street=&country=&speed=standard&day=2030-05-17&parcels=1',
  ],
  [
    'delivery',
    'choose Express, then press Place order',
    'delivery street=&country=&speed=express&day=&parcels=1',
  ],
  ['todo', 'fill New task with Buy milk, then press Enter', 'added Buy milk'],
  ['todo', 'check Call Ann', 'Call Ann true'],
  ['todo', 'uncheck Pay rent', 'Pay rent false'],
  [
    'todo',
    'check Water plants and check Call Ann, then press Clear completed',
    'Water plants true;Call Ann true;cleared',
  ],
  ['todo', 'press "Delete Call Ann"', 'deleted Call Ann'],
  ['shop', 'add Walnut Desk to the cart', 'cart Walnut Desk'],
  ['shop', 'add Walnut Desk Lamp to the cart', 'cart Walnut Desk Lamp'],
  ['shop', 'add Oak Chair to the cart, then add Walnut Desk to the cart', 'cart Oak Chair;cart Walnut Desk'],
  ['shop', 'press Save for later in Brass Hook', 'saved Brass Hook'],
  [
    'modal',
    'press Rename project, then fill Project name with Apollo, then press Rename',
    'renamed name=Apollo',
  ],
  ['modal', 'press Rename project, then press Cancel', 'cancelled'],
  ['modal', 'press Archive', 'archived'],
  ['native', 'delete the row plan.pdf', 'deleted plan.pdf'],
  ['native', 'press Delete in the row notes.txt, then accept the dialog', 'deleted notes.txt'],
  ['native', 'press Delete in the row notes.txt, then dismiss the dialog', 'kept notes.txt'],
  ['native', 'press New folder, then dismiss the dialog', 'named null'],
  ['menu', 'open File, then press Export as PDF', 'export'],
  ['menu', 'click File and click New', 'new'],
  ['menu', 'open View and check Ruler', 'ruler'],
  ['tabs', 'open Billing', 'Billing'],
  ['tabs', 'go to Billing, fill VAT number with NO 123, then press Save billing', 'Billing;vat NO 123'],
  ['tabs', 'click Members, then press Invite member', 'Members;invited'],
  ['tabs', 'open Members, then open Overview', 'Members;Overview'],
  ['table', 'delete the row Ann Lee', 'delete Ann Lee'],
  ['table', 'edit the row Bob Ray', 'edit Bob Ray'],
  ['table', 'press Delete in the row Bob Raymond', 'delete Bob Raymond'],
  ['table', 'press Next page', 'page 2'],
  ['search', 'search for walnut', 'search q=walnut'],
  ['search', 'fill Search the shop with oak chair, then press Search', 'search q=oak chair'],
  ['search', 'choose Price in Sort by', 'sort Price'],
  ['search', 'check In stock only and set Sort by to Rating', 'stock true;sort Rating'],
  ['search', 'go to Help', 'help'],
  ['wizard', 'fill Company name with Acme, press Continue, choose Team plan', 'step 2 Acme;team'],
  [
    'wizard',
    'fill Company name with Acme, then press Continue, then choose Free plan, then press Continue, then press Finish',
    'step 2 Acme;free;step 3;finished',
  ],
  [
    'wizard',
    'press Continue, then press Back, then fill Company name with Beta, then press Continue',
    'step 2 ;step 1;step 2 Beta',
  ],
  ['settings', 'turn Weekly report on and press Save changes', 'Weekly report true;saved'],
  ['settings', 'turn off Dark mode', 'Dark mode false'],
  ['settings', 'turn on Dark mode, then save changes', 'saved'],
  ['settings', 'choose Norsk as Language, then press Save changes', 'Norsk;saved'],
  ['invoices', 'create an invoice named "May 2030"', 'created name=May 2030'],
  ['invoices', 'accept cookies', 'accepted'],
  ['invoices', 'press Decline, then press New invoice', 'declined'],
  [
    'signIn',
    'sign in as ann@x.test with password <secret:password>',
    'in email=ann@x.test&password=hunter-2',
  ],
  [
    'signIn',
    'fill Email with ann@x.test and Password with <secret:password>, check Remember me, then press Sign in',
    'in email=ann@x.test&password=hunter-2&stay=on',
  ],
  ['signIn', 'press Forgot password?', 'lost'],
];

/** A goal that is beyond the planner, and words of it that it has to name. */
export const BLOCKED: readonly (readonly [page: PageName, goal: string, words: readonly string[]])[] = [
  ['account', 'fill Middle name with Bo', ['Middle name']],
  ['account', 'fill First name with Ann, then press Frobnicate', ['Frobnicate']],
  ['delivery', 'choose Atlantis in Country', ['Atlantis']],
  ['todo', 'check Feed the cat', ['Feed the cat']],
  ['shop', 'add Brass Hook to the cart', ['Brass Hook']],
  ['shop', 'add Oak Table to the cart', ['Oak Table']],
  ['shop', 'add one item to the cart', ['one item']],
  ['menu', 'open File, then press Export as Word', ['Export as Word']],
  ['table', 'press Delete', ['Delete']],
  ['table', 'delete the row Bob', ['Bob']],
  ['search', 'find me something nice', ['find me something nice']],
  ['wizard', 'press Finish', ['Finish']],
  ['settings', 'make the page blue', ['make the page blue']],
  ['invoices', 'pay the cheapest invoice', ['pay the cheapest invoice']],
];
