import { expect, test } from 'vitest';
import { voiceAgentFormSubmissions } from '../../db/schema/forms.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut, linkInEmail } from '../../../test/shop/purchase-steps.ts';

const EVE = 'eve@elsewhere.example';
const CASE = '/api/json/cases/ORD-10001';
const DAY = 24 * 60 * 60_000;

test('a stranger’s form with a guessed order number stops no reminders and does not count as the order’s form', async () => {
  const { app, see } = await openConsole();
  await buyWithCard(app, aDraft());
  await app.post('/api/submit-order-form', aWebsiteForm({ email: EVE }));
  expect((await see(CASE)).order.missingForms).toEqual(['website']);
  expect((await see('/api/json/overview')).missingForms.count).toBe(1);
  app.clock.now = new Date(app.clock.now.getTime() + DAY);
  expect((await app.sentEmails()).at(-1)?.subject).toBe('Order ORD-10001: we still need your form');
});

test('once an administrator accepts it, it counts, and the timeline shows it once', async () => {
  const { app, see, act } = await openConsole();
  await buyWithCard(app, aDraft());
  await app.post('/api/submit-order-form', aWebsiteForm({ email: EVE }));
  for (let pressed = 0; pressed < 2; pressed += 1)
    expect((await act('/api/admin/submissions/website/1/accept', {})).body).toEqual({
      success: true,
      message: 'Form accepted for this order',
    });
  const { order, submissions, timeline } = await see(CASE);
  expect(order.missingForms).toEqual([]);
  expect(submissions).toMatchObject([{ submission: { orderMatch: 'accepted', isUnverified: false } }]);
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'accept')).toMatchObject([
    { text: `Form from ${EVE} accepted for this order`, by: 'ada' },
  ]);
  app.clock.now = new Date(app.clock.now.getTime() + DAY);
  expect((await app.sentEmails()).map(({ subject }) => subject)).not.toContain(
    'Order ORD-10001: we still need your form',
  );
});

test('a form without an order cannot be accepted, and only an administrator can accept one', async () => {
  const { app, act } = await openConsole();
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '99999' }));
  expect((await act('/api/admin/submissions/voice/1/accept', {})).status).toBe(404);
  expect((await app.post('/api/admin/submissions/voice/1/accept', {})).status).toBe(401);
});

test('the key in the customer’s link verifies a form sent with another email', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const key = (await linkInEmail(app)).searchParams.get('key') ?? '';
  const send = async (orderKey: string) => {
    await app.post(
      '/api/submit-voice-agent-form',
      aVoiceForm({ orderNumber: '10001', email: EVE, orderKey }),
    );
    const { order, submissions } = await see(CASE);
    return [submissions.at(-1).submission.orderMatch, order.missingForms];
  };
  expect(await send(key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toEqual([
    'other-email',
    ['voice'],
  ]);
  expect(await send(key)).toEqual(['order-link', []]);
  // The link expires 60 days after delivery.
  const { workVersion } = await see(CASE);
  await act('/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', workVersion });
  app.clock.now = new Date(app.clock.now.getTime() + 61 * DAY);
  const late = aVoiceForm({ orderNumber: '10001', email: 'adam@elsewhere.example', orderKey: key });
  await app.post('/api/submit-voice-agent-form', late);
  // Reads the database, because the administrator's session has expired by now.
  const [last] = app.db.select().from(voiceAgentFormSubmissions).all().slice(-1);
  expect(last).toMatchObject({ email: 'adam@elsewhere.example', orderMatch: 'other-email' });
});
