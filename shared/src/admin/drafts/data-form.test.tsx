import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_KEPT } from '../../catalog/retention.ts';
import { refused } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const RULES = 'GET /api/json/rules';
const SAVE = 'POST /api/admin/rules';
const done = { message: 'Saved' };
const HOURS = 'Hourly backups to keep';
const DAYS = 'Daily backups to keep';
const MEANWHILE = 'Somebody else saved a change in the meantime. What you typed is still here.';
const IS_SAID = /Somebody else saved a change in the meantime/;

const rules = (version: string, changes: object = {}) => ({
  version,
  renewalNoticeDays: 30,
  endsPaidBack: true,
  keptHours: 24,
  keptDays: 30,
  ...DEFAULT_KEPT,
  ...changes,
});

/** A card of the rules, whose form saves several fields at once. */
async function open(name: string) {
  const { server, user } = mountAdmin(
    '#/settings/rules',
    { [RULES]: rules('v1'), [SAVE]: done },
    {
      platform: {
        openStream: async function* (_path, signal) {
          yield ': hello\n\n';
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
    },
  );
  const card = within(await screen.findByRole('region', { name }));
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => visibility.mockRestore());
  return {
    server,
    user,
    card,
    /** What the fields with these labels show. */
    shown: (...labels: string[]) => labels.map((label) => card.getByLabelText<HTMLInputElement>(label).value),
    press: (button: string) => user.click(card.getByRole('button', { name: button })),
    type: async (label: string, text: string) => {
      await user.clear(card.getByLabelText(label));
      await user.type(card.getByLabelText(label), text);
    },
    /** Then the window comes to the front again, which reads everything again. */
    aColleagueSaves: async (version: string, changes: object) => {
      const before = server.asked(RULES).length;
      server.answer({ [RULES]: rules(version, changes) });
      for (const state of ['hidden', 'visible'] as const) {
        visibility.mockReturnValue(state);
        act(() => void document.dispatchEvent(new Event('visibilitychange')));
      }
      await waitFor(() => expect(server.asked(RULES)).toHaveLength(before + 1));
    },
    /** From now on, what is saved is what is read. */
    savesAs: (version: string, changes: object) =>
      server.answer({
        [SAVE]: () => {
          server.answer({ [RULES]: rules(version, changes) });
          return done;
        },
      }),
    isSaved: () => waitFor(() => expect(card.queryByRole('button', { name: 'Save' })).toBeNull()),
    said: () => card.getByText(IS_SAID).textContent,
  };
}

/** Whether the form ever speaks of somebody else: it is read aloud as soon as it appears, however shortly. */
function listenForOthers() {
  let isSaid = false;
  const observer = new MutationObserver(() => {
    isSaid ||= IS_SAID.test(document.body.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return () => isSaid;
}

test('what a colleague changed appears in fields that were not touched, and the next save starts from it', async () => {
  const { server, press, type, shown, aColleagueSaves } = await open('Backups');
  const wasSaid = listenForOthers();
  await aColleagueSaves('v2', { keptHours: 12, keptDays: 60 });
  await waitFor(() => expect(shown(HOURS, DAYS)).toEqual(['12', '60']));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  // Nothing was typed that could be lost.
  expect(wasSaid()).toBe(false);
  await type(DAYS, '90');
  await press('Save');
  await waitFor(() => expect(server.sent(SAVE)).toEqual([{ keptHours: 12, keptDays: 90, version: 'v2' }]));
});

test('a touched field keeps what was typed, the form says what a colleague saved, and saving sends the new version', async () => {
  const { server, card, press, type, shown, said, aColleagueSaves } = await open('Backups');
  await type(HOURS, '48');
  await aColleagueSaves('v2', { keptHours: 12, keptDays: 60 });
  await card.findByText(IS_SAID);
  expect(shown(HOURS, DAYS)).toEqual(['48', '60']);
  expect(said()).toBe(`${MEANWHILE} ${HOURS} is now “12”. ${DAYS} is now “60”.`);
  await aColleagueSaves('v3', { keptHours: 6, keptDays: 60 });
  await waitFor(() => expect(said()).toBe(`${MEANWHILE} ${HOURS} is now “6”. ${DAYS} is now “60”.`));
  expect(shown(HOURS, DAYS)).toEqual(['48', '60']);
  await press('Save');
  await waitFor(() => expect(server.sent(SAVE)).toEqual([{ keptHours: 48, keptDays: 60, version: 'v3' }]));
});

test('a colleague who saves what was typed here as well is no news', async () => {
  const { type, shown, aColleagueSaves, isSaved } = await open('Backups');
  const wasSaid = listenForOthers();
  await type(HOURS, '48');
  await aColleagueSaves('v2', { keptHours: 48, keptDays: 60 });
  await isSaved();
  expect(shown(HOURS, DAYS)).toEqual(['48', '60']);
  expect(wasSaid()).toBe(false);
});

test('after a refusal because of a change meanwhile, the data is read again, and the next save has its version', async () => {
  const { server, card, user, press, type, shown, said, savesAs, isSaved } = await open('Recurring payments');
  const days = 'Days before a yearly charge';
  const choice = card.getByLabelText<HTMLSelectElement>(/fully refunded/);
  // happy-dom does not take the first value of a select from react-hook-form, as browsers do.
  await user.selectOptions(choice, 'Cancel its recurring payment');
  await type(days, '45');
  server.answer({
    [SAVE]: refused(409, 'This has changed since you opened it.', { code: 'changed_meanwhile' }),
    [RULES]: rules('v2', { renewalNoticeDays: 20, endsPaidBack: false }),
  });
  await press('Save');
  await card.findByText(IS_SAID);
  // A choice is named as in its field.
  expect(said()).toMatch(/ here\. Days before a yearly charge is now “20”\. .+ is now “Ask me”\.$/);
  expect([...shown(days), choice.value]).toEqual(['45', 'false']);
  savesAs('v3', { renewalNoticeDays: 45, endsPaidBack: false });
  await press('Save');
  await isSaved();
  expect(server.sent(SAVE)).toEqual([
    { taxesRecurring: false, renewalNoticeDays: 45, endsPaidBack: true, version: 'v1' },
    { taxesRecurring: false, renewalNoticeDays: 45, endsPaidBack: false, version: 'v2' },
  ]);
  expect(card.queryByText(IS_SAID)).toBeNull();
});

test('discarding what was typed shows what a colleague saved, and no longer says so', async () => {
  const { card, press, type, shown, aColleagueSaves, isSaved } = await open('Backups');
  await type(HOURS, '48');
  await aColleagueSaves('v2', { keptHours: 12 });
  await card.findByText(IS_SAID);
  await press('Discard');
  await isSaved();
  expect(shown(HOURS)).toEqual(['12']);
  expect(card.queryByText(IS_SAID)).toBeNull();
});

test('one’s own save is not said to be somebody else’s, and the next one starts from it', async () => {
  const { server, press, type, shown, savesAs, isSaved } = await open('Backups');
  const wasSaid = listenForOthers();
  await type(HOURS, '48');
  savesAs('v2', { keptHours: 48 });
  await press('Save');
  await isSaved();
  expect(shown(HOURS)).toEqual(['48']);
  await type(HOURS, '36');
  savesAs('v3', { keptHours: 36 });
  await press('Save');
  await isSaved();
  expect(server.sent(SAVE)).toEqual([
    { keptHours: 48, keptDays: 30, version: 'v1' },
    { keptHours: 36, keptDays: 30, version: 'v2' },
  ]);
  expect(wasSaid()).toBe(false);
});
