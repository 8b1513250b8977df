// People with Headless UI 2.
import {
  Checkbox,
  Dialog,
  DialogPanel,
  DialogTitle,
  Field,
  Input,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Switch,
  Tab,
  TabGroup,
  TabList,
  TabPanel,
  TabPanels,
} from '@headlessui/react';
import { createRoot } from 'react-dom/client';
import { People, PlainTable } from './people.jsx';

const SHEET = { position: 'fixed', top: 80, left: 80, background: '#fff' };
const BOX = { width: 20, height: 20, display: 'inline-block', border: '1px solid' };

const kit = {
  Button: ({ onClick, children }) => (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  ),
  Table: PlainTable,
  Dialog: ({ open, title, ok, onOk, onClose, children }) => (
    <Dialog open={open} onClose={onClose} style={SHEET}>
      <DialogPanel>
        <DialogTitle>{title}</DialogTitle>
        {children}
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" onClick={onOk}>
          {ok}
        </button>
      </DialogPanel>
    </Dialog>
  ),
  TextField: ({ label, value, onChange }) => (
    <Field>
      <Label>{label}</Label>
      <Input value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  ),
  Select: ({ label, value, options, onChange }) => (
    <Field>
      <Label>{label}</Label>
      <Listbox value={value} onChange={onChange}>
        <ListboxButton>{value}</ListboxButton>
        <ListboxOptions anchor="bottom" style={{ background: '#eee' }}>
          {options.map((option) => (
            <ListboxOption key={option} value={option}>
              {option}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </Field>
  ),
  Switch: ({ label, checked, onChange }) => (
    <Field>
      <Label>{label}</Label>
      <Switch checked={checked} onChange={onChange} style={{ width: 40, height: 20 }} />
    </Field>
  ),
  Checkbox: ({ label, checked, onChange }) => (
    <Field>
      <Checkbox checked={checked} onChange={onChange} style={BOX} />
      <Label>{label}</Label>
    </Field>
  ),
  Tabs: ({ value, onChange, items }) => (
    <TabGroup
      selectedIndex={items.findIndex(({ key }) => key === value)}
      onChange={(index) => onChange(items[index].key)}
    >
      <TabList>
        {items.map(({ key, label }) => (
          <Tab key={key}>{label}</Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map(({ key, content }) => (
          <TabPanel key={key}>{content}</TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  ),
};

createRoot(document.getElementById('root')).render(<People kit={kit} />);
