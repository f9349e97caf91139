import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refused } from '../../../contracts/test/fake-server.ts';
import { openPages } from '../../test/pages.tsx';

const UPLOAD = 'POST /api/json/shop/media/:key';
const FILE = `${'ab'.repeat(32)}.webp`;
const aFile = (name: string) =>
  // Two of the same name are equal, whenever they were made.
  new File(['bytes'], name, { type: name.endsWith('.mp4') ? 'video/mp4' : 'image/png', lastModified: 1 });

async function openPage(page: string, more = {}) {
  const opened = await openPages(more);
  await opened.user.selectOptions(screen.getByLabelText('Page'), page);
  const upload = async (key: string, name = 'shop.png') => opened.user.upload(opened.field(key), aFile(name));
  return { ...opened, upload };
}

/** Moves a slider, and waits until it shows its value. */
async function slide(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value));
}

test('a picture is sent, described, cropped, and published by its name', async () => {
  const { server, field, type, upload, publish } = await openPage('Website');
  server.answer({ [UPLOAD]: { file: FILE } });
  const file = aFile('shop.png');
  await upload('website.picture');
  await screen.findByLabelText('What the picture shows');
  expect(server.received.at(-1)).toMatchObject({ path: '/api/json/shop/media/website.picture', body: file });
  // A picture without words isn't published.
  expect(screen.getByText('Please enter a text.')).toBeTruthy();
  type('website.picture.words', 'Our bakery at seven');
  await waitFor(() => expect(screen.queryByText('Please enter a text.')).toBeNull());
  await slide('Enlarge', '150');
  await slide('Left to right', '20');
  const shown = field('website.picture').closest('fieldset')?.querySelector('img');
  expect(shown?.getAttribute('src')).toBe(`/api/json/shop/media/${FILE}`);
  expect(shown?.style).toMatchObject({ objectPosition: '20% 50%', scale: '1.5' });
  expect(await publish()).toMatchObject({
    content: { 'website.picture': { file: FILE, words: 'Our bakery at seven', zoom: '150', x: '20' } },
  });
});

test('another picture keeps the words, and the original brings the drawing back', async () => {
  const own = { file: FILE, words: 'Our bakery', x: '20' };
  const { server, field, upload, press, publish } = await openPage('Website', {
    content: { 'website.picture': own },
  });
  const other = FILE.replaceAll('a', 'c');
  server.answer({ [UPLOAD]: { file: other } });
  await upload('website.picture');
  await waitFor(() => expect(field('website.picture.words').value).toBe('Our bakery'));
  expect(await publish()).toMatchObject({
    content: { 'website.picture': { file: other, words: 'Our bakery' } },
  });
  await press('Use the original: Top of the page, Picture');
  expect(document.getElementById('website.picture.words')).toBeNull();
  expect(await publish()).toHaveProperty('content', {});
});

test('a file that is refused says why at its field, and changes nothing', async () => {
  const { server, field, upload } = await openPage('Every page');
  server.answer({ [UPLOAD]: refused(415, 'SVG files can contain programs.') });
  await upload('logo');
  const place = field('logo').closest('.field') as HTMLElement;
  await within(place).findByText('SVG files can contain programs.');
  expect(field('logo').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});

test('a video asks for its captions', async () => {
  const { server, field, upload, press } = await openPage('Voice agent');
  server.answer({ [UPLOAD]: { file: FILE.replace('webp', 'mp4') } });
  await upload('voice.video', 'promo.mp4');
  await screen.findByText('Download your file');
  await press('Publish now');
  expect(field('voice.captions').closest('.field')?.textContent).toContain('add captions');
  server.answer({ [UPLOAD]: { file: FILE.replace('webp', 'vtt') } });
  fireEvent.change(field('voice.captions'), { target: { files: [new File(['WEBVTT'], 'x.vtt')] } });
  await waitFor(() => expect(screen.queryByText(/add captions for/)).toBeNull());
});

test('a color shows how its text looks, says what was adjusted, and goes back to the original', async () => {
  const { field, type, press, publish } = await openPage('Every page');
  expect(field('color.voice').value).toBe('#b93917');
  type('color.voice', '#ffcc00');
  const row = field('color.voice').closest('.page-text') as HTMLElement;
  expect(row.textContent).toContain('Made darker, so that text stays readable.');
  const sample = within(row).getByText('On light pages');
  expect(sample.style.color).not.toBe('');
  expect(sample.style.color).not.toBe(within(row).getByText('On dark pages').style.color);
  await press('Use the original: Colors, Voice agents');
  expect(field('color.voice').value).toBe('#b93917');
  type('color.voice', '#ffcc01');
  expect(await publish()).toMatchObject({ content: { 'color.voice': '#ffcc01' } });
});
