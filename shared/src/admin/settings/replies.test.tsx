import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCase } from '../test/case.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { EMPTY_LISTS } from '../test/lists.ts';

const WORDING = 'GET /api/json/wording';
const SAVE = 'POST /api/admin/wording';
const thanks = { name: 'Thanks', text: 'Hi {name}, thank you.' };
const later = { name: 'Later', text: 'We need until {due}.' };
const done = { message: 'Saved' };
const wording = { replies: [thanks, later], reminderDays: [1, 3, 7], version: 'v1' };

test('a reply is added, edited, and removed, each time as part of the whole list', async () => {
  const { user, server } = mountAdmin('#/settings/replies', { [WORDING]: wording, [SAVE]: done });
  await user.click(await screen.findByRole('button', { name: 'Add a reply' }));
  const form = within(screen.getByRole('form', { name: 'New reply' }));
  await user.click(form.getByRole('button', { name: 'Save the reply' }));
  await form.findByText('Please enter a name');
  await user.type(form.getByLabelText('Name'), 'Done');
  await user.type(form.getByLabelText('Text'), 'All done.');
  await user.click(form.getByRole('button', { name: 'Save the reply' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New reply' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Edit Later' }));
  const edit = within(screen.getByRole('form', { name: 'Edit Later' }));
  await user.clear(edit.getByLabelText('Text'));
  await user.type(edit.getByLabelText('Text'), 'Soon.');
  await user.click(edit.getByRole('button', { name: 'Save the reply' }));
  await waitFor(() => expect(server.sent(SAVE)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Remove Thanks' }));
  await waitFor(() => expect(server.sent(SAVE)).toHaveLength(3));
  expect(server.sent(SAVE)).toEqual([
    { replies: [thanks, later, { name: 'Done', text: 'All done.' }], version: 'v1' },
    { replies: [thanks, { name: 'Later', text: 'Soon.' }], version: 'v1' },
    { replies: [later], version: 'v1' },
  ]);
});

test('days of reminders are typed as a list, and none of them sends no reminders', async () => {
  const { user, server } = mountAdmin('#/settings/replies', { [WORDING]: wording, [SAVE]: done });
  const days = await screen.findByLabelText('Days until a reminder');
  const typeDays = async (text: string) => {
    await user.clear(days);
    if (text) await user.type(days, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  await typeDays('1, soon');
  await screen.findByText('Please enter days from 1 to 60, such as 1, 3, 7');
  await typeDays('2 14,30');
  await waitFor(() => expect(server.sent(SAVE)).toEqual([{ reminderDays: [2, 14, 30], version: 'v1' }]));
  await typeDays('');
  await waitFor(() => expect(server.sent(SAVE).at(-1)).toEqual({ reminderDays: [], version: 'v1' }));
});

test('asking for reviews is switched on', async () => {
  const { user, server } = mountAdmin('#/settings/replies', { [WORDING]: wording, [SAVE]: done });
  await user.click(await screen.findByRole('checkbox', { name: 'Ask customers for a review' }));
  await waitFor(() => expect(server.sent(SAVE)).toEqual([{ asksForReview: true, version: 'v1' }]));
});

test('a reply is inserted after what was typed: with the button, or from the command palette', async () => {
  const { user, server } = mountAdmin('#/case/ORD-10001', {
    // The palette searches for what is typed, if that takes a while.
    ...EMPTY_LISTS,
    'GET /api/json/cases/:orderNumber': aCase(),
    [WORDING]: { replies: [{ name: 'Thanks', text: 'Hi Ada, thank you.' }, later] },
  });
  const message = await screen.findByLabelText<HTMLTextAreaElement>(/^Message to the customer/);
  await user.selectOptions(await screen.findByLabelText('Ready reply'), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Insert reply' }));
  expect(message.value).toBe('Hi Ada, thank you.');
  expect(document.activeElement).toBe(message);
  expect(server.asked(WORDING)).toEqual([{ orderNumber: 'ORD-10001' }]);
  await user.keyboard('{Control>}k{/Control}');
  const find = await screen.findByRole('combobox', { name: 'Find an order or action' });
  await user.type(find, 'insert later');
  await screen.findByRole('option', { name: /Insert reply: Later/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(message.value).toBe('Hi Ada, thank you.\n\nWe need until {due}.'));
});
