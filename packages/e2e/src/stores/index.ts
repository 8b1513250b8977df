// Published as `e2e/stores`: recordings kept by an existing engine instead of files. Nothing of a run imports this: a config does that
// wants it.
export { type KeyValueStorage, unstorageStore } from './unstorage.ts';
