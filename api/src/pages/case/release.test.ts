import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';

test.each([
  [
    'website',
    '/api/submit-order-form',
    () => aWebsiteForm({ email: 'eve@elsewhere.example', leaveEmpty: 'x' }),
  ],
  ['voice', '/api/submit-voice-agent-form', () => aVoiceForm({ leaveEmpty: 'x' })],
  ['dental', '/api/voice-agent-form-submission', () => aDentalForm({ leaveEmpty: 'x' })],
  ['onhold', '/api/on-hold-audio-form', () => anOnHoldForm({ leaveEmpty: 'x' })],
])(
  'the sender of a %s form gets the held-back email when it leaves quarantine, once',
  async (form, path, sent) => {
    const { app, see, act } = await openConsole();
    await buyWithCard(app, aDraft());
    const { orderNumber } = (await app.post(path, sent())).body;
    const received = async () =>
      (await app.sentEmails()).filter(({ subject }) => subject.startsWith('We’ve received your'));
    expect(await received()).toEqual([]);
    for (let pressed = 0; pressed < 2; pressed += 1)
      expect((await act(`/api/admin/submissions/${form}/1/release`, {})).status).toBe(200);
    expect(await received()).toMatchObject([
      { to: sent().email, subject: expect.stringContaining(orderNumber) },
    ]);
    const { timeline } = await see(`/api/json/cases/${orderNumber}`);
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'release')).toHaveLength(1);
  },
);
