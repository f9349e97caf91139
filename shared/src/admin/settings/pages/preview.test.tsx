import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mountAdmin } from '../../test/mount-admin.tsx';
import { aShop } from '../../test/shop.ts';

const SHOP = 'GET /api/json/shop';
const PREVIEW = 'POST /api/json/shop/preview';
const READY = { state: 'ready', url: '/preview?key=k' } as const;

async function openPreview(content = {}) {
  const mounted = mountAdmin('#/settings/pages', { [SHOP]: aShop({ content }), [PREVIEW]: READY });
  await mounted.user.click(await screen.findByRole('button', { name: 'Show the preview' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the page');
  const post = vi.fn<(message: { northlightShown: object }, origin: string) => void>();
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage: post } });
  const type = (key: string, value: string) =>
    fireEvent.change(document.getElementById(key) as HTMLInputElement, { target: { value } });
  /** What was sent since the last call. */
  const sent = () => {
    const texts = post.mock.calls.map(([{ northlightShown }]) => northlightShown);
    post.mockClear();
    return texts;
  };
  return { ...mounted, frame, type, sent };
}

test('the link opens the preview, and then the chosen page, which gets what is typed', async () => {
  const { user, frame, type, sent } = await openPreview();
  expect(frame.getAttribute('src')).toBe('/preview?key=k');
  type('home.heading', 'Hello');
  expect(sent()).toEqual([]);
  fireEvent.load(frame);
  expect(frame.getAttribute('src')).toBe('/');
  expect(sent()).toEqual([{ 'home.heading': 'Hello' }]);
  type('home.services', 'From {website price}');
  expect(sent()).toEqual([{ 'home.services': 'From $149' }]);
  await user.selectOptions(screen.getByLabelText('Page'), 'Website');
  expect(frame.getAttribute('src')).toBe('/website');
  // Another page was built without what was typed.
  fireEvent.load(frame);
  expect(sent()).toEqual([{ 'home.heading': 'Hello', 'home.services': 'From $149' }]);
});

test('an added item is sent with its texts, and a removed one without', async () => {
  const item = (name: string) => ({ words: `${name} says`, name, business: 'Shop' });
  const { user, frame, sent } = await openPreview({ 'home.testimonials': ['Ada', 'Bea'].map(item) });
  fireEvent.load(frame);
  await user.click(screen.getByRole('button', { name: 'Add a testimonial' }));
  const key = 'home.testimonials.2';
  expect(sent()).toEqual([{ [`${key}.words`]: '', [`${key}.name`]: '', [`${key}.business`]: '' }]);
  await user.click(screen.getByRole('button', { name: 'Remove testimonial 3' }));
  expect(sent()).toEqual([{ [`${key}.words`]: null, [`${key}.name`]: null, [`${key}.business`]: null }]);
});

test('it says that it is being built, asks again, and says that it could not be', async () => {
  const { server, user } = mountAdmin('#/settings/pages', {
    [SHOP]: aShop(),
    [PREVIEW]: { ...READY, state: 'building' },
  });
  await user.click(await screen.findByRole('button', { name: 'Show the preview' }));
  await screen.findByText(/^The preview is being built/);
  expect(screen.queryByTitle('Preview of the page')).toBeNull();
  server.answer({ [PREVIEW]: { ...READY, state: 'failed' } });
  await waitFor(() => expect(screen.getByText(/^The preview couldn’t be built/)).toBeTruthy());
  expect(screen.queryByRole('link', { name: 'Open the preview in a window' })).toBeNull();
});
