import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { aPng, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { HOUR_MS } from '../../base/units.ts';

test('new files are in the timeline, and the business gets one email an hour about them', async () => {
  const { app, customer, query, orderNumber } = await shopWithOrder();
  const add = (filename: string, size: number) =>
    upload(app, { bytes: aPng(size), name: filename, by: customer });
  await add('logo.png', 64);
  await add('shop.png', 65);
  const alerts = () => rows.outbox(app.db).filter(({ key }) => key.startsWith('order-news:files:'));
  expect(alerts()).toMatchObject([{ status: 'waiting', orderNumber }]);
  const open = async () => (await app.get(`/api/json/cases/${orderNumber}`, await loggedIn(app))).body;
  const { timeline, messages } = await open();
  const texts = timeline.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Ada uploaded logo.png', 'Ada uploaded shop.png']));
  // What is scheduled for the business is not listed among the customer’s emails.
  expect(messages.map(({ name }: { name: string }) => name)).not.toContain('New files alert');
  const { files } = (await app.get(`/api/order${query}`)).body;
  const logo = files.find(({ name }: { name: string }) => name === 'logo.png');
  await app.post(`/api/order/files/${logo.id}/remove${query}`, {});

  app.clock.now = new Date(app.clock.now.getTime() + HOUR_MS);
  const sent = (await app.businessEmails()).filter(({ subject }) => subject.includes('new file'));
  expect(sent.map(({ subject }) => subject)).toEqual([
    `Order ${orderNumber}: a new file from Marlow Bicycles`,
  ]);
  expect(sent[0]?.text).toContain('shop.png');
  expect(sent[0]?.text).not.toContain('logo.png');
  expect((await open()).messages.map(({ name }: { name: string }) => name)).toContain('New files alert');

  await add('door.png', 66);
  expect(alerts()).toHaveLength(2);
});
