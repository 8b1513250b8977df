// Pages that a model would have to read: what apps are made of, in the sizes that they come in. HTML as text; each opens by its path.

const people = (count: number): string =>
  Array.from(
    { length: count },
    (
      _,
      index,
    ) => `<tr><td>Person ${index}</td><td>person${index}@example.test</td><td>${index % 3 ? 'Member' : 'Admin'}</td>
<td><a href="/people/${index}">Details</a> <button>Delete</button></td></tr>`,
  ).join('\n');

const nav = `<header><nav aria-label="Main"><ul>${['Dashboard', 'People', 'Invoices', 'Reports', 'Settings']
  .map((name) => `<li><a href="/${name.toLowerCase()}"><span>${name}</span></a></li>`)
  .join('')}</ul></nav><button aria-label="Notifications"><svg></svg></button></header>`;

const table = (count: number): string => `${nav}<main><h1>People</h1>
<form role="search"><label>Search <input type="search" placeholder="Name or e-mail"></label><button>Search</button></form>
<table><thead><tr><th>Name</th><th>E-mail</th><th>Role</th><th>Actions</th></tr></thead><tbody>${people(count)}</tbody></table>
<nav aria-label="Pages"><a href="?page=1" aria-current="page">1</a> <a href="?page=2">2</a> <button>Next</button></nav></main>`;

const form = `${nav}<main><h1>Delivery</h1><form><fieldset><legend>Address</legend>
${['Full name', 'Street', 'City', 'Postal code', 'Phone'].map((name) => `<p><label>${name} <input></label></p>`).join('')}
<label>Country <select>${['Norway', 'Sweden', 'Denmark', 'Finland', 'Iceland'].map((name) => `<option>${name}</option>`).join('')}</select></label></fieldset>
<fieldset><legend>Delivery</legend>${['Standard', 'Express', 'Pick up'].map((name) => `<label><input type="radio" name="d"> ${name}</label>`).join('')}</fieldset>
<label><input type="checkbox"> Gift wrap</label><label>Date <input type="date"></label><label>Note <textarea></textarea></label>
<button>Place order</button> <a href="/cart">Back to the cart</a></form></main>`;

const mail = `${nav}<main><h1>Inbox</h1><ul>${Array.from(
  { length: 40 },
  (
    _,
    index,
  ) => `<li><label><input type="checkbox" aria-label="Select"></label><a href="/mail/${index}"><strong>Sender ${index}</strong>
<span>Subject of message ${index}</span> <span>The first line of what it says, number ${index}</span></a><time>10:${index + 10}</time><button aria-label="Star"></button></li>`,
).join('')}</ul></main>`;

const dashboard = `${nav}<main><h1>Dashboard</h1>${Array.from(
  { length: 12 },
  (
    _,
    index,
  ) => `<section aria-label="Card ${index}"><div><div><h2>Metric ${index}</h2><div><div><span>${index * 137}</span> <span>+${index} %</span></div></div>
<p>Compared with the week before</p></div><div><button>Refresh</button><button aria-haspopup="menu" aria-expanded="false">More</button></div></div></section>`,
).join('')}</main>`;

const article = `${nav}<main><article><h1>Release notes</h1>${Array.from(
  { length: 30 },
  (
    _,
    index,
  ) => `<h2>Version 1.${index}</h2><p>This version mends <a href="/issues/${index}">issue ${index}</a> and makes <code>run()</code> faster. ${'It is worth the update. '.repeat(4)}</p>
<ul><li>First change</li><li>Second change, see <a href="/docs/${index}">the docs</a></li></ul>`,
).join('')}</article></main>`;

const board = `${nav}<main><h1>Board</h1>${['To do', 'Doing', 'Done']
  .map(
    (column, at) =>
      `<section aria-label="${column}"><h2>${column}</h2><ul>${Array.from(
        { length: 12 },
        (
          _,
          index,
        ) => `<li><div><div><a href="/t/${at}-${index}">Task ${at}-${index}</a></div><div><span>Ann</span><span>${index} points</span></div>
<button>Edit</button><button>Move</button></div></li>`,
      ).join('')}</ul><button>Add a task</button></section>`,
  )
  .join('')}</main>`;

const dialog = `${nav}<main><h1>People</h1><table>${people(10)}</table></main><dialog open aria-modal="true" aria-label="Delete person"><h2>Delete Person 3?</h2>
<p>This cannot be undone.</p><label>Type the name <input></label><button>Cancel</button><button disabled>Delete</button></dialog>`;

const tabs = `${nav}<main><h1>Settings</h1><div role="tablist">${['Profile', 'Security', 'Billing'].map((name, index) => `<button role="tab" aria-selected="${index === 1}">${name}</button>`).join('')}</div>
<div role="tabpanel" aria-label="Security"><div><div><span>Two-factor authentication</span><button role="switch" aria-checked="false" aria-label="Two-factor authentication"></button></div></div>
<ul role="tree" aria-label="Sessions">${Array.from({ length: 6 }, (_, index) => `<li role="treeitem" aria-expanded="${index === 0}">Device ${index}</li>`).join('')}</ul>
<button>Sign out everywhere</button></div></main>`;

/** By name; each at the path of its name. */
export const PROMPT_PAGES: Readonly<Record<string, string>> = {
  form,
  dialog,
  tabs,
  dashboard,
  board,
  mail,
  article,
  'table-50': table(50),
  'table-10000': table(1_430),
};
