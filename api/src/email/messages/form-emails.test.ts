import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

const FORMS = [
  { path: '/api/submit-order-form', form: aWebsiteForm, named: 'website form', number: 'ORD-10001' },
  { path: '/api/submit-voice-agent-form', form: aVoiceForm, named: 'voice agent form', number: 'ORD-10002' },
  { path: '/api/voice-agent-form-submission', form: aDentalForm, named: 'dental form', number: 'ORD-10002' },
  { path: '/api/on-hold-audio-form', form: anOnHoldForm, named: 'on-hold form', number: 'ORD-10002' },
];

async function aShopWithAnOrder(): Promise<TestApp> {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await app.sentEmails();
  return app;
}

const withoutLines = (text: string) => text.replaceAll(/\s+/g, ' ');

test.each(FORMS)(
  'the business gets the $named with every answer, and answers its sender by replying',
  async ({ path, form, named, number }) => {
    const app = await aShopWithAnOrder();
    const sent = form();
    expect((await app.post(path, sent)).status).toBe(200);
    const email = (await app.businessEmails()).at(-1);
    expect(email).toMatchObject({ to: 'hello@northlight.example', replyTo: sent.email });
    expect(email?.subject).toMatch(new RegExp(`^New ${named} for ${number}: `));
    expect(email?.text).toContain(
      `Open ${number === 'ORD-10001' ? 'order' : 'request'} ${number}: http://localhost:3000/admin#/case/${number}`,
    );
    const { submissionKey: _key, leaveEmpty: _empty, filledInMs: _time, ...answers } = sent;
    for (const [name, answer] of Object.entries(answers)) {
      if (
        typeof answer !== 'string' ||
        ['practiceType', 'practiceSize', 'hosting', 'formType', 'project'].includes(name)
      )
        continue;
      expect(withoutLines(email?.text ?? ''), name).toContain(withoutLines(answer));
    }
  },
);

test.each(FORMS)(
  'whoever sent the $named hears that it is here, and none of their words come back',
  async ({ path, form, named, number }) => {
    const app = await aShopWithAnOrder();
    const sent = form({ email: 'eve@elsewhere.example' });
    await app.post(path, sent);
    const email = (await app.sentEmails()).at(-1);
    expect(email).toMatchObject({
      to: 'eve@elsewhere.example',
      subject: `We’ve received your ${named} (${number})`,
    });
    const { text = '', html = '' } = email ?? {};
    expect(text).toContain('We’ll contact you within 24 hours.');
    for (const [name, answer] of Object.entries(sent)) {
      if (typeof answer !== 'string' || answer.length < 4) continue;
      const isOurs = ['email', 'project', 'package', 'hosting', 'billing', 'formType'].includes(name);
      if (!isOurs) expect(text + html, name).not.toContain(answer);
    }
  },
);

test('a form that is sent twice causes its emails once', async () => {
  const app = await startTestApp();
  const form = anOnHoldForm();
  await app.post('/api/on-hold-audio-form', form);
  await app.post('/api/on-hold-audio-form', form);
  expect(await app.sentEmails()).toHaveLength(1);
  expect(await app.businessEmails()).toHaveLength(1);
});

test('suspected spam sends no email to anybody', async () => {
  const app = await startTestApp();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'cheap watches' }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ filledInMs: 300, orderNumber: '99999' }));
  expect([await app.sentEmails(), await app.businessEmails()]).toEqual([[], []]);
});

test('the business is told when a form comes from another sender than the order', async () => {
  const app = await aShopWithAnOrder();
  await app.post('/api/submit-order-form', aWebsiteForm({ email: 'eve@elsewhere.example' }));
  const { text } = (await app.businessEmails()).at(-1) ?? {};
  expect(text).toContain('Unverified: the email doesn’t match the order.');
});

test('a stranger who keeps entering somebody’s address sends five emails an hour there', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const send = (email: string) => app.post('/api/on-hold-audio-form', anOnHoldForm({ email }));
  const received = async () => (await app.sentEmails()).map(({ to }) => to);
  for (let count = 0; count < 5; count += 1) await send('victim@elsewhere.example');
  // Past the spam check, which counts senders: ten minutes later.
  app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000);
  await send('Victim@elsewhere.example');
  await send('ada@marlow-bicycles.example');
  expect(await received()).toEqual([
    ...Array.from({ length: 5 }, () => 'victim@elsewhere.example'),
    'ada@marlow-bicycles.example',
  ]);
  app.clock.now = new Date(app.clock.now.getTime() + 50 * 60_000);
  await send('victim@elsewhere.example');
  expect(await received()).toHaveLength(7);
  // The forms themselves are all here.
  expect(await app.businessEmails()).toHaveLength(8);
});
