// A page about people: a table, a dialog to add or change one, a question before one goes, settings in a second tab. The same for every
// React library; `kit` says how each part is made with that library.
import { useState } from 'react';

const ROLES = ['Admin', 'Editor', 'Viewer'];
const FIRST = [
  { id: 1, name: 'Ann', role: 'Admin', active: true },
  { id: 2, name: 'Bo', role: 'Viewer', active: false },
  { id: 3, name: 'Cy', role: 'Editor', active: true },
];

export function People({ kit }) {
  const { Button, Table, Dialog, TextField, Select, Switch, Checkbox, Tabs } = kit;
  const [people, setPeople] = useState(FIRST);
  const [tab, setTab] = useState('members');
  const [edited, setEdited] = useState();
  const [doomed, setDoomed] = useState();
  const [weekly, setWeekly] = useState(false);
  const [news, setNews] = useState('');
  const tell = (words) => {
    setNews(words);
    kit.toast?.(words);
  };
  const save = () => {
    setPeople((all) =>
      edited.id === undefined
        ? [...all, { ...edited, id: all.length + 1 }]
        : all.map((one) => (one.id === edited.id ? edited : one)),
    );
    setEdited(undefined);
    tell(`Saved ${edited.name}`);
  };
  const remove = () => {
    setPeople((all) => all.filter((one) => one.id !== doomed.id));
    setDoomed(undefined);
    tell(`Deleted ${doomed.name}`);
  };
  const set = (field) => (value) => setEdited((one) => ({ ...one, [field]: value }));
  const rows = people.map((one) => [
    one.name,
    one.role,
    one.active ? 'yes' : 'no',
    <span key="actions">
      <Button onClick={() => setEdited(one)}>Edit</Button>
      <Button onClick={() => setDoomed(one)}>Delete</Button>
    </span>,
  ]);
  const members = (
    <div>
      <Button onClick={() => setEdited({ name: '', role: 'Viewer', active: false })}>Add person</Button>
      <Table head={['Name', 'Role', 'Active', 'Actions']} rows={rows} />
    </div>
  );
  const settings = (
    <div>
      <Checkbox label="Weekly report" checked={weekly} onChange={setWeekly} />
      <Button onClick={() => tell('Settings saved')}>Save settings</Button>
    </div>
  );
  const title = edited?.id === undefined ? 'Add person' : 'Edit person';
  return (
    <main>
      <h1>People</h1>
      <Tabs
        value={tab}
        onChange={setTab}
        items={[
          { key: 'members', label: 'Members', content: members },
          { key: 'settings', label: 'Settings', content: settings },
        ]}
      />
      <Dialog
        open={edited !== undefined}
        title={title}
        ok="Save"
        onOk={save}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <div>
            <TextField label="Full name" value={edited.name} onChange={set('name')} />
            <Select label="Role" value={edited.role} options={ROLES} onChange={set('role')} />
            <Switch label="Active" checked={edited.active} onChange={set('active')} />
          </div>
        )}
      </Dialog>
      <Dialog
        open={doomed !== undefined}
        title={`Delete ${doomed?.name}?`}
        ok="Delete"
        onOk={remove}
        onClose={() => setDoomed(undefined)}
      >
        This cannot be undone.
      </Dialog>
      {kit.toast ? null : <div role="status">{news}</div>}
    </main>
  );
}

/** A table without a library. */
export function PlainTable({ head, rows }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, column) => (
              <td key={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
