import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refused } from '../../../contracts/test/fake-server.ts';
import { openPages, SAVE, SHOP, shop } from '../../test/pages.tsx';

const ACT = 'POST /api/json/shop/versions/:version';

test('a page is chosen, and what was changed is sent with the other texts', async () => {
  const { user, field, type, publish } = await openPages({ content: { 'home.services': 'What we do' } });
  expect(field('home.heading').value).toBe('What customers meet before they meet you');
  expect(field('home.services').value).toBe('What we do');
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  expect(screen.getByText(/^Published/)).toBeTruthy();
  type('home.heading', 'Hello');
  await user.selectOptions(screen.getByLabelText('Page'), 'Website');
  expect(document.getElementById('home.heading')).toBeNull();
  type('website.title', 'Websites');
  expect(await publish()).toMatchObject({
    version: 4,
    content: { 'home.heading': 'Hello', 'home.services': 'What we do', 'website.title': 'Websites' },
    publish: true,
  });
});

test.each([
  ['?page=website', 'website.title'],
  ['?page=unknown', 'home.heading'],
])('the address %j opens the page with %s', async (search, key) => {
  const { field } = await openPages({}, search);
  expect(field(key)).toBeTruthy();
});

test('a draft is saved without being published, then published as it is', async () => {
  const { server, type, press, publish } = await openPages();
  type('home.heading', 'Hello');
  server.answer({ [SHOP]: shop({ version: 5, state: 'draft', content: { 'home.heading': 'Hello' } }) });
  await press('Save as draft');
  await screen.findByText(/^Draft by/);
  expect(server.sent(SAVE)).toMatchObject([
    { version: 4, content: { 'home.heading': 'Hello' }, publish: false },
  ]);
  expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull();
  server.answer({ [SHOP]: shop({ version: 5, state: 'publishing' }) });
  expect(await publish()).toMatchObject({ version: 5, content: {}, publish: true });
  await screen.findByText('Publishing… your website is being rebuilt.');
});

test('a draft is discarded, and a failure says why', async () => {
  const failure = 'Your website is unchanged, because its new pages failed a check: /index.html is empty.';
  const { server, press } = await openPages({ version: 5, state: 'failed', failure });
  await screen.findByText(failure);
  server.answer({ [ACT]: { version: 4 }, [SHOP]: shop() });
  await press('Discard the failed version');
  await press('Discard');
  await screen.findByText(/^Published/);
  expect(server.sent(ACT)).toEqual([{ action: 'discard', version: 5 }]);
});

test('what is wrong is said at the field as it is typed, and is not sent', async () => {
  const { server, field, type, press } = await openPages();
  type('home.heading', 'Only {websit price}');
  const error = /There is no placeholder \{websit price\}/;
  expect(field('home.heading').closest('.field')?.textContent).toMatch(error);
  await press('Publish now');
  expect(document.activeElement).toBe(field('home.heading'));
  expect(server.sent(SAVE)).toEqual([]);
  type('home.heading', 'Only {website price}');
  expect(screen.queryByText(error)).toBeNull();
});

test('what the server refuses is said at its field until it is changed', async () => {
  const { server, field, type, press } = await openPages();
  const fields = { 'content.home.testimonials.1.name': ['Not a name.'] };
  server.answer({ [SAVE]: refused(400, 'Not a name.', { fields }) });
  type('home.testimonials.1.name', 'X');
  await press('Publish now');
  await within(field('home.testimonials.1.name').closest('.field') as HTMLElement).findByText('Not a name.');
  type('home.testimonials.1.name', 'Xena');
  expect(field('home.testimonials.1.name').getAttribute('aria-invalid')).toBeNull();
});

test('the original is restored by sending no text, and typing it is the same', async () => {
  const { field, type, press, publish } = await openPages({
    content: { 'home.heading': 'Hello', 'home.services': 'What we do' },
  });
  await press('Use the original: Top of the page, Heading');
  expect(field('home.heading').value).toBe('What customers meet before they meet you');
  type('home.services', 'Our Services');
  expect(await publish()).toHaveProperty('content', {});
});

test('a text that is as it was is not sent, and there is nothing to save', async () => {
  const { type } = await openPages({ content: { 'home.heading': 'Hello' } });
  type('home.heading', 'Hello!');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  type('home.heading', 'Hello');
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});

test('items are added, moved, and removed, within their limits', async () => {
  const item = (name: string) => ({ words: `${name} says`, name, business: 'Shop' });
  const { field, type, press, publish } = await openPages({
    content: { 'home.testimonials': ['Ada', 'Bea'].map(item) },
  });
  await press('Add a testimonial');
  expect(document.activeElement).toBe(field('home.testimonials.2.words'));
  // Nobody is told at once that a new item is empty.
  expect(screen.queryByText('Please enter a text.')).toBeNull();
  await press('Publish now');
  expect(screen.getAllByText('Please enter a text.')).toHaveLength(3);
  for (const [key, text] of Object.entries(item('Cleo'))) type(`home.testimonials.2.${key}`, text);
  await press('Move up testimonial 3');
  expect(document.activeElement?.id).toBe('home.testimonials.1.up');
  await press('Move up testimonial 2');
  // It can't move further.
  expect(document.activeElement?.id).toBe('home.testimonials.0.down');
  await press('Remove testimonial 2');
  expect(await publish()).toMatchObject({
    content: { 'home.testimonials': ['Cleo', 'Bea'].map(item) },
  });
  await press('Remove testimonial 1');
  expect(screen.queryByRole('button', { name: /^Remove testimonial/ })).toBeNull();
});

test('a list that is full takes no more items', async () => {
  const words = { words: 'Good', name: 'Ada', business: 'Shop' };
  await openPages({ content: { 'home.testimonials': Array.from({ length: 9 }, () => words) } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a testimonial' }).disabled).toBe(true);
});

test('after another change, what was typed stays and is saved on top of the newest version', async () => {
  const { server, field, type, press, publish } = await openPages();
  type('home.heading', 'Mine');
  server.answer({
    [SAVE]: refused(409, 'Wen changed the shop while you were editing.'),
    [SHOP]: shop({ version: 7, content: { 'home.heading': 'Theirs', 'home.services': 'Also theirs' } }),
  });
  await press('Publish now');
  await screen.findByText(/^Wen changed the shop/);
  await waitFor(() => expect(field('home.services').value).toBe('Also theirs'));
  expect(field('home.heading').value).toBe('Mine');
  server.answer({ [SAVE]: { version: 8 } });
  expect(await publish()).toMatchObject({
    version: 7,
    content: { 'home.heading': 'Mine', 'home.services': 'Also theirs' },
    publish: true,
  });
});

test('what is typed while the first text is saved stays, and goes on top of it', async () => {
  const { server, field, type, publish } = await openPages();
  type('home.heading', 'One');
  const answer = Promise.withResolvers<{ version: number }>();
  server.answer({ [SAVE]: () => answer.promise });
  await publish();
  type('home.services', 'Two');
  server.answer({
    [SAVE]: { version: 6 },
    [SHOP]: shop({ version: 5, state: 'publishing', content: { 'home.heading': 'One' } }),
  });
  answer.resolve({ version: 5 });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Publish now' }).getAttribute('aria-disabled')).toBeNull(),
  );
  expect(field('home.heading').value).toBe('One');
  expect(await publish()).toMatchObject({
    version: 5,
    content: { 'home.heading': 'One', 'home.services': 'Two' },
    publish: true,
  });
});

test('what was typed is there after leaving the view, until it is discarded', async () => {
  const { goToView, field, type, press } = await openPages();
  type('home.heading', 'Mine');
  goToView('#/settings/nothing');
  await waitFor(() => expect(document.getElementById('home.heading')).toBeNull());
  goToView('#/settings/pages');
  await waitFor(() => expect(field('home.heading').value).toBe('Mine'));
  await press('Discard changes');
  expect(field('home.heading').value).toBe('What customers meet before they meet you');
});

test('a placeholder goes where the cursor is, from a list that says what each stands for', async () => {
  const { field, type, press } = await openPages();
  type('home.heading', 'From  only');
  field('home.heading').setSelectionRange(5, 5);
  await press('Insert a placeholder: Top of the page, Heading');
  await press('{website price} = $149');
  expect(field('home.heading').value).toBe('From {website price} only');
  expect(document.activeElement).toBe(field('home.heading'));
  expect(field('home.heading').selectionStart).toBe('From {website price}'.length);
});

test('a text is found as the website shows it, on any page, with what was typed', async () => {
  const { user, field, type } = await openPages();
  const find = screen.getByLabelText('Find a text');
  await user.type(find, "it's $300 a year");
  await user.click(await screen.findByRole('button', { name: /^Home, Questions about websites/ }));
  expect(document.activeElement).toBe(field('home.websiteQuestions.0.answer'));
  expect(field('home.websiteQuestions.0.answer').closest('details')?.open).toBe(true);
  type('home.heading', 'A rare sentence');
  await user.selectOptions(screen.getByLabelText('Page'), 'Website');
  await user.clear(find);
  await user.type(find, 'rare SENT');
  await user.click(await screen.findByRole('button', { name: /A rare sentence/ }));
  expect(document.activeElement).toBe(field('home.heading'));
});
