// People with Ant Design 5.
import { Button, Checkbox, Form, Input, Modal, message, Select, Switch, Table, Tabs } from 'antd';
import { createRoot } from 'react-dom/client';
import { People } from './people.jsx';

const kit = {
  toast: (words) => message.success(words),
  Button: ({ onClick, children }) => <Button onClick={onClick}>{children}</Button>,
  Table: ({ head, rows }) => (
    <Table
      pagination={false}
      rowKey="0"
      columns={head.map((title, column) => ({ title, dataIndex: String(column) }))}
      dataSource={rows.map((cells) => Object.fromEntries(cells.entries()))}
    />
  ),
  Dialog: ({ open, title, ok, onOk, onClose, children }) => (
    <Modal open={open} title={title} okText={ok} onOk={onOk} onCancel={onClose}>
      {children}
    </Modal>
  ),
  TextField: ({ label, value, onChange }) => (
    <Form.Item label={label} htmlFor="name">
      <Input id="name" value={value} onChange={(event) => onChange(event.target.value)} />
    </Form.Item>
  ),
  Select: ({ label, value, options, onChange }) => (
    <Form.Item label={label} htmlFor="role">
      <Select
        id="role"
        value={value}
        onChange={onChange}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    </Form.Item>
  ),
  Switch: ({ label, checked, onChange }) => (
    <Form.Item label={label} htmlFor="active">
      <Switch id="active" checked={checked} onChange={onChange} />
    </Form.Item>
  ),
  Checkbox: ({ label, checked, onChange }) => (
    <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
      {label}
    </Checkbox>
  ),
  Tabs: ({ value, onChange, items }) => (
    <Tabs
      activeKey={value}
      onChange={onChange}
      items={items.map(({ key, label, content }) => ({ key, label, children: content }))}
    />
  ),
};

createRoot(document.getElementById('root')).render(<People kit={kit} />);
