// People with Mantine.
import {
  Button,
  Checkbox,
  Group,
  MantineProvider,
  Modal,
  Select,
  Switch,
  Table,
  Tabs,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';
import { People } from './people.jsx';

const kit = {
  Button: ({ onClick, children }) => <Button onClick={onClick}>{children}</Button>,
  Table: ({ head, rows }) => <Table data={{ head, body: rows }} />,
  Dialog: ({ open, title, ok, onOk, onClose, children }) => (
    <Modal opened={open} onClose={onClose} title={title}>
      {children}
      <Group>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onOk}>{ok}</Button>
      </Group>
    </Modal>
  ),
  TextField: ({ label, value, onChange }) => (
    <TextInput label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  ),
  Select: ({ label, value, options, onChange }) => (
    <Select label={label} value={value} data={options} onChange={onChange} allowDeselect={false} />
  ),
  Switch: ({ label, checked, onChange }) => (
    <Switch label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  ),
  Checkbox: ({ label, checked, onChange }) => (
    <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  ),
  Tabs: ({ value, onChange, items }) => (
    <Tabs value={value} onChange={onChange} keepMounted={false}>
      <Tabs.List>
        {items.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {items.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  ),
};

createRoot(document.getElementById('root')).render(
  <MantineProvider>
    <People kit={kit} />
  </MantineProvider>,
);
