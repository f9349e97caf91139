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
  'the business gets the $named with every answer, and a reply goes to its sender',
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
        ['practiceType', 'practiceSize', 'package', 'hosting', 'billing', 'formType', 'project'].includes(
          name,
        )
      )
        continue;
      expect(withoutLines(email?.text ?? ''), name).toContain(withoutLines(answer));
    }
  },
);

test.each(FORMS)(
  'the sender of the $named gets a confirmation email that repeats none of their answers',
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

test('a form that is submitted twice sends its emails once', async () => {
  const app = await startTestApp();
  const form = anOnHoldForm();
  await app.post('/api/on-hold-audio-form', form);
  await app.post('/api/on-hold-audio-form', form);
  expect(await app.sentEmails()).toHaveLength(1);
  expect(await app.businessEmails()).toHaveLength(1);
});

test('suspected spam sends no emails', async () => {
  const app = await startTestApp();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'cheap watches' }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ filledInMs: 300, orderNumber: '99999' }));
  expect([await app.sentEmails(), await app.businessEmails()]).toEqual([[], []]);
});

test('the business is told when a form’s email does not match its order', async () => {
  const app = await aShopWithAnOrder();
  await app.post('/api/submit-order-form', aWebsiteForm({ email: 'eve@elsewhere.example' }));
  const { text } = (await app.businessEmails()).at(-1) ?? {};
  expect(text).toContain('Unverified: the email doesn’t match the order.');
});

test('a stranger who keeps entering somebody’s address can send five emails an hour to it, and the next ones come later', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const send = (email: string) => app.post('/api/on-hold-audio-form', anOnHoldForm({ email }));
  const received = async () => (await app.sentEmails()).map(({ to }) => to);
  for (let count = 0; count < 5; count += 1) await send('victim@elsewhere.example');
  // Ten minutes later, the spam check no longer counts the earlier forms.
  app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000);
  await send('Victim@elsewhere.example');
  await send('ada@marlow-bicycles.example');
  expect(await received()).toEqual([
    ...Array.from({ length: 5 }, () => 'victim@elsewhere.example'),
    'ada@marlow-bicycles.example',
  ]);
  app.clock.now = new Date(app.clock.now.getTime() + 49 * 60_000);
  expect(await received()).toHaveLength(7);
  expect((await received()).at(-1)).toBe('Victim@elsewhere.example');
  // All forms were stored.
  expect(await app.businessEmails()).toHaveLength(7);
});
