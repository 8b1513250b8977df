// Controls as component libraries draw them, cut down to what makes each hard: what a user sees and presses is not the element that has
// the role.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start());
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** A select whose input lies under the value that is drawn over it; the box around both opens it. */
function drawnSelect(cover: string): string {
  return `<div style="position:relative;width:200px;height:32px" onmousedown="said.textContent = 'open'">
    <input role=combobox aria-label=Role aria-expanded=false readonly style="position:absolute;inset:0;opacity:0">${cover}</div><p id=said role=status></p>`;
}

describe('controls as libraries draw them', () => {
  test('presses the box of a select whose value is drawn over its input', async () => {
    const on = await rig.on(drawnSelect('<span style="position:absolute;inset:0">Viewer</span>'));
    expect(await on.tap('combobox', 'Role')).toEqual({ ok: true });
    expect((await on.find('status')).text).toBe('open');
  });

  test('does not press what covers a select and is a control of its own, or no part of its box', async () => {
    for (const cover of [
      '<button style="position:absolute;inset:0">Clear</button>',
      '<span tabindex=0 style="position:absolute;inset:0">Clear</span>',
      '<div style="position:fixed;inset:0;height:100vh">Loading…</div>',
      '<input aria-label=Other value=x style="position:absolute;right:0;width:20px"><span style="position:absolute;inset:0">Viewer</span>',
    ]) {
      const on = await rig.on(drawnSelect(cover));
      const { id } = await on.find('combobox', 'Role');
      const result = await on.perform({ kind: 'tap', target: id }, 600);
      expect(result, cover).toMatchObject({ ok: false, code: 'covered' });
      expect(await on.lines(), cover).not.toContain('status: open');
    }
  });

  test('presses the label of a box that is shrunk by what it lies in', async () => {
    const on = await rig.on(
      `<label><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"><input type=checkbox role=switch></span>Active</label>`,
    );
    expect(await on.tap('switch', 'Active')).toEqual({ ok: true });
    expect((await on.find('switch', 'Active')).checked).toBe(true);
  });

  test('R21: keeps in reach what a dialog hangs at the end of the body, where only what it lies in is positioned', async () => {
    const on = await rig.on(
      `<main><p>Behind</p><button>Add</button></main>
       <div role=dialog aria-modal=true aria-label=Edit style="position:fixed;inset:50px 50px 400px;background:#fff"><button>Save</button></div>
       <div style="position:absolute;top:0;left:0;width:100%"><div><div style="position:absolute;top:300px;left:60px;width:200px;background:#eee">
         <div role=listbox style="height:0;overflow:hidden"><div role=option aria-label=Admin></div></div>
         <div><div title=Admin>Admin</div><div title=Editor>Editor</div></div></div></div></div>
       <div style="position:fixed;top:20px;right:20px;background:#eee">Saved</div>`,
    );
    const reach = (await on.steady()).nodes.flatMap((node) =>
      node.name || node.text ? [[node.name ?? node.text, !node.behindModal]] : [],
    );
    expect(Object.fromEntries(reach)).toEqual({
      Behind: false,
      Add: false,
      Edit: true,
      Save: true,
      Admin: true,
      Editor: true,
      Saved: true,
    });
  });
});
