// People with Material UI, version 5 and 7.
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Switch,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tabs,
  TextField,
} from '@mui/material';
import { createRoot } from 'react-dom/client';
import { People } from './people.jsx';

const kit = {
  Button: ({ onClick, children }) => <Button onClick={onClick}>{children}</Button>,
  Table: ({ head, rows }) => (
    <Table>
      <TableHead>
        <TableRow>
          {head.map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((cells) => (
          <TableRow key={cells[0]}>
            {cells.map((cell, column) => (
              <TableCell key={head[column]}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  ),
  Dialog: ({ open, title, ok, onOk, onClose, children }) => (
    <Dialog open={open} onClose={onClose} aria-labelledby="dialog-title">
      <DialogTitle id="dialog-title">{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onOk}>{ok}</Button>
      </DialogActions>
    </Dialog>
  ),
  TextField: ({ label, value, onChange }) => (
    <TextField id="name" label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
  Select: ({ label, value, options, onChange }) => (
    <TextField
      id="role"
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  ),
  Switch: ({ label, checked, onChange }) => (
    <FormControlLabel
      label={label}
      control={<Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    />
  ),
  Checkbox: ({ label, checked, onChange }) => (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    />
  ),
  Tabs: ({ value, onChange, items }) => (
    <div>
      <Tabs value={value} onChange={(_event, key) => onChange(key)}>
        {items.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} />
        ))}
      </Tabs>
      {items.find(({ key }) => key === value).content}
    </div>
  ),
};

createRoot(document.getElementById('root')).render(<People kit={kit} />);
