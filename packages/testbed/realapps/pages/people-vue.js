// The page of people.jsx for Vue libraries: its data and what its buttons do. Each library brings the template, made with its own parts.
import { createApp } from 'vue';

/** Mounts the page: `body` is its template below the heading, `install` puts the library into the app. */
export function mountPeople(body, components, install) {
  const app = createApp({
    template: `<main><h1>People</h1>${body}<div role="status">{{ news }}</div></main>`,
    components,
    data: () => ({
      people: [
        { id: 1, name: 'Ann', role: 'Admin', active: true },
        { id: 2, name: 'Bo', role: 'Viewer', active: false },
        { id: 3, name: 'Cy', role: 'Editor', active: true },
      ],
      roles: ['Admin', 'Editor', 'Viewer'],
      edited: null,
      doomed: null,
      tab: 'members',
      weekly: false,
      news: '',
    }),
    methods: {
      add() {
        this.edited = { name: '', role: 'Viewer', active: false };
      },
      edit(one) {
        this.edited = { ...one };
      },
      save() {
        const one = this.edited;
        this.people = one.id
          ? this.people.map((other) => (other.id === one.id ? one : other))
          : [...this.people, { ...one, id: this.people.length + 1 }];
        this.edited = null;
        this.news = `Saved ${one.name}`;
      },
      remove() {
        const one = this.doomed;
        this.people = this.people.filter((other) => other.id !== one.id);
        this.doomed = null;
        this.news = `Deleted ${one.name}`;
      },
    },
  });
  install(app);
  app.mount('#root');
}
