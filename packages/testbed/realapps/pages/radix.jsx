// People with Radix UI.
import { Checkbox, Dialog, Label, Select, Switch, Tabs } from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { People, PlainTable } from './people.jsx';

const SHEET = { position: 'fixed', top: 80, left: 80, background: '#fff' };

const kit = {
  Button: ({ onClick, children }) => (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  ),
  Table: PlainTable,
  Dialog: ({ open, title, ok, onOk, onClose, children }) => (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content aria-describedby={undefined} style={SHEET}>
          <Dialog.Title>{title}</Dialog.Title>
          {children}
          <Dialog.Close>Cancel</Dialog.Close>
          <button type="button" onClick={onOk}>
            {ok}
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  ),
  TextField: ({ label, value, onChange }) => (
    <div>
      <Label.Root htmlFor="name">{label}</Label.Root>
      <input id="name" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  ),
  Select: ({ label, value, options, onChange }) => (
    <div>
      <Label.Root htmlFor="role">{label}</Label.Root>
      <Select.Root value={value} onValueChange={onChange}>
        <Select.Trigger id="role">
          <Select.Value />
        </Select.Trigger>
        <Select.Portal>
          <Select.Content position="popper" style={{ background: '#eee' }}>
            <Select.Viewport>
              {options.map((option) => (
                <Select.Item key={option} value={option}>
                  <Select.ItemText>{option}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </div>
  ),
  Switch: ({ label, checked, onChange }) => (
    <div>
      <Label.Root htmlFor="active">{label}</Label.Root>
      <Switch.Root id="active" checked={checked} onCheckedChange={onChange} style={{ width: 40, height: 20 }}>
        <Switch.Thumb />
      </Switch.Root>
    </div>
  ),
  Checkbox: ({ label, checked, onChange }) => (
    <div>
      <Checkbox.Root
        id="weekly"
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
        style={{ width: 20, height: 20 }}
      >
        <Checkbox.Indicator>x</Checkbox.Indicator>
      </Checkbox.Root>
      <Label.Root htmlFor="weekly">{label}</Label.Root>
    </div>
  ),
  Tabs: ({ value, onChange, items }) => (
    <Tabs.Root value={value} onValueChange={onChange}>
      <Tabs.List>
        {items.map(({ key, label }) => (
          <Tabs.Trigger key={key} value={key}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {items.map(({ key, content }) => (
        <Tabs.Content key={key} value={key}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  ),
};

createRoot(document.getElementById('root')).render(<People kit={kit} />);
