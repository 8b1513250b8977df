// People with PrimeVue 4.
import Aura from '@primeuix/themes/aura';
import Button from 'primevue/button';
import Checkbox from 'primevue/checkbox';
import Column from 'primevue/column';
import PrimeVue from 'primevue/config';
import DataTable from 'primevue/datatable';
import Dialog from 'primevue/dialog';
import InputText from 'primevue/inputtext';
import Select from 'primevue/select';
import Tab from 'primevue/tab';
import TabList from 'primevue/tablist';
import TabPanel from 'primevue/tabpanel';
import TabPanels from 'primevue/tabpanels';
import Tabs from 'primevue/tabs';
import ToggleSwitch from 'primevue/toggleswitch';
import { mountPeople } from './people-vue.js';

const body = `<Tabs v-model:value="tab">
    <TabList><Tab value="members">Members</Tab><Tab value="settings">Settings</Tab></TabList>
    <TabPanels>
      <TabPanel value="members">
        <Button label="Add person" @click="add" />
        <DataTable :value="people">
          <Column field="name" header="Name" />
          <Column field="role" header="Role" />
          <Column header="Active"><template #body="{ data }">{{ data.active ? 'yes' : 'no' }}</template></Column>
          <Column header="Actions">
            <template #body="{ data }">
              <Button label="Edit" @click="edit(data)" /><Button label="Delete" @click="doomed = data" />
            </template>
          </Column>
        </DataTable>
      </TabPanel>
      <TabPanel value="settings">
        <Checkbox v-model="weekly" binary inputId="weekly" /><label for="weekly">Weekly report</label>
        <Button label="Save settings" @click="news = 'Settings saved'" />
      </TabPanel>
    </TabPanels>
  </Tabs>
  <Dialog :visible="edited !== null" modal :header="edited?.id ? 'Edit person' : 'Add person'" @update:visible="edited = null">
    <template v-if="edited">
      <label for="name">Full name</label><InputText id="name" v-model="edited.name" />
      <label id="role-label" for="role">Role</label>
      <Select labelId="role" ariaLabelledby="role-label" v-model="edited.role" :options="roles" />
      <label for="active">Active</label><ToggleSwitch inputId="active" v-model="edited.active" />
    </template>
    <template #footer><Button label="Cancel" @click="edited = null" /><Button label="Save" @click="save" /></template>
  </Dialog>
  <Dialog :visible="doomed !== null" modal :header="'Delete ' + doomed?.name + '?'" @update:visible="doomed = null">
    This cannot be undone.
    <template #footer><Button label="Cancel" @click="doomed = null" /><Button label="Delete" @click="remove" /></template>
  </Dialog>`;

mountPeople(
  body,
  {
    Button,
    Checkbox,
    Column,
    DataTable,
    Dialog,
    InputText,
    Select,
    Tab,
    TabList,
    TabPanel,
    TabPanels,
    Tabs,
    ToggleSwitch,
  },
  (app) => app.use(PrimeVue, { theme: { preset: Aura } }),
);
