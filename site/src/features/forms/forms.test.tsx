import { NO_RESPONSE, refused, Reply } from '@northlight/shared/contracts/test/fake-server.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { autofill } from '../../lib/test/autofill.ts';
import { ENOUGH } from './test/enough.ts';
import { field, fill, mountForm, received } from './test/mount-form.tsx';

const WEBSITE = 'POST /api/submit-order-form';
const VOICE = 'POST /api/submit-voice-agent-form';
const DENTAL = 'POST /api/voice-agent-form-submission';
const ON_HOLD = 'POST /api/on-hold-audio-form';
const VERIFY = 'GET /api/json/verify-order';
const KNOWN = { [VERIFY]: { exists: true, message: '' } };
const CALLS = { website: WEBSITE, voice: VOICE, dental: DENTAL, onHold: ON_HOLD } as const;
const personAnd = (business: string) => ({
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  [business]: 'organization',
});
const KINDS = ['website', 'voice', 'dental', 'onHold'] as const;

test.each([
  ['website', ['Name is required', 'Order number is required', 'Invalid email address']],
  [
    'voice',
    [
      'First name is required',
      'Last name is required',
      'Please enter a valid email',
      'Phone number is required',
      'Business name is required',
    ],
  ],
  [
    'dental',
    [
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Phone number is required',
      'Practice name is required',
      'Practice type is required',
      'Practice size is required',
    ],
  ],
  [
    'onHold',
    [
      'Business name must be at least 2 characters long',
      'Please describe your business niche',
      'Please provide details about what you want said during the on-hold message',
      'Please enter a valid email address',
    ],
  ],
] as const)(
  '%s form: missing answers are reported at each field, and nothing is sent',
  async (kind, texts) => {
    const { server, send } = await mountForm(kind, {});
    if (kind === 'onHold') fill({ businessName: 'A', businessNiche: 'B', customMessage: 'Too short' });
    await send();
    for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
    expect(server.received).toEqual([]);
  },
);

const FILLED_IN = {
  website: { name: 'name', email: 'email', address: 'street-address' },
  voice: personAnd('businessName'),
  dental: personAnd('practiceName'),
  onHold: { businessName: 'organization', email: 'email', phone: 'tel' },
};

test.each(KINDS)(
  '%s form: the browser fills in each thing once, and nothing that is asked in words',
  async (kind) => {
    await mountForm(kind, {});
    const fields = autofill();
    expect(Object.fromEntries(fields.filter(([, token]) => token !== 'off'))).toEqual(FILLED_IN[kind]);
    expect(fields.length).toBeGreaterThan(6);
  },
);

test('the summary of errors gets the focus, and its links lead to the fields', async () => {
  const { user, send } = await mountForm('website', {});
  await send();
  const summary = await screen.findByRole('group', { name: '3 fields need your attention' });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.type(field('project'), 'ORD-12');
  await screen.findByText('Order number must be in format ORD-XXXXX (or just enter the 5 digits)');
});

const FAILURES = [
  ['website', new Reply(500, ''), 'Error submitting form', 'Failed to submit order'],
  ['website', refused(503, 'We are full until noon.'), 'Error submitting form', 'We are full until noon.'],
  ['website', NO_RESPONSE, 'Error submitting form', 'Please try again later'],
  ['voice', new Reply(500, ''), 'Error submitting form', 'Failed to submit request'],
  ['voice', refused(500, 'Not now.'), 'Error submitting form', 'Not now.'],
  ['voice', NO_RESPONSE, 'Error submitting form', 'Please try again later'],
  [
    'dental',
    refused(500, 'Anything'),
    'Error',
    'There was a problem submitting your form. Please try again.',
  ],
  ['dental', NO_RESPONSE, 'Error', 'There was a problem submitting your form. Please try again.'],
  ['onHold', refused(500, 'The studio is closed.'), 'Submission failed', 'The studio is closed.'],
  ['onHold', new Reply(500, ''), 'Submission failed', 'Please try again or contact support.'],
  ['onHold', NO_RESPONSE, 'Submission error', 'There was a problem submitting your form. Please try again.'],
] as const;

test.each(FAILURES)(
  '%s form: a failed submit (%#) says what happened, keeps the answers, and the same click works later',
  async (kind, reply, title, text) => {
    const { server, send } = await mountForm(kind, { ...KNOWN, [CALLS[kind]]: reply });
    fill({ ...ENOUGH[kind] });
    await send();
    expect((await screen.findByText(title)).className).toContain('toast-title');
    expect(document.querySelector('.toast-text')?.textContent).toBe(text);
    expect(screen.getByText(/Everything you typed is still here\./)).toBeTruthy();
    for (const [name, value] of Object.entries(ENOUGH[kind])) expect(field(name).value).toBe(value);
    server.answer({ [CALLS[kind]]: received({ mailchimpStatus: 'pending_confirmation' }) });
    await send();
    await waitFor(() => expect(screen.queryByText(/Everything you typed is still here\./)).toBeNull());
    const [first, second] = server.sent(CALLS[kind]) as { submissionKey: string }[];
    // The server stores both as one.
    expect(second?.submissionKey).toBe(first?.submissionKey);
  },
);

test.each(KINDS)('%s form: errors found by the server appear at their fields', async (kind) => {
  const name = { website: 'text', voice: 'notes', dental: 'notes', onHold: 'phone' }[kind];
  const { send } = await mountForm(kind, {
    ...KNOWN,
    [CALLS[kind]]: refused(400, 'Please use fewer words', { fields: { [name]: ['Please use fewer words'] } }),
  });
  fill(ENOUGH[kind]);
  await send();
  await screen.findByRole('group', { name: 'One field needs your attention' });
  expect(document.getElementById(`${name}-error`)?.textContent).toBe('Please use fewer words');
});

test('a form that is too large stays on the page with the server’s message', async () => {
  const { send } = await mountForm('voice', { [VOICE]: refused(413, 'Shorten your text and try again.') });
  fill(ENOUGH.voice);
  await send();
  const alert = (await screen.findByText(/Your form hasn’t been sent\./)).closest('.alert');
  expect(alert?.textContent).toContain('Shorten your text and try again.');
  expect(alert?.textContent).not.toContain('again in a moment');
});

test('the on-hold script shows its spoken length', async () => {
  await mountForm('onHold', {});
  fill({ customMessage: 'word '.repeat(88) });
  expect(await screen.findByText('About 35 seconds when read aloud')).toBeTruthy();
});

test('an unknown number in the on-hold form is reported at once but can be submitted', async () => {
  const { server, user, send } = await mountForm('onHold', {
    [VERIFY]: ({ query }) => ({ exists: query['orderNumber'] === 'ORD-10001', message: '' }),
    [ON_HOLD]: received({ promises: 'contact' }),
  });
  fill(ENOUGH.onHold);
  const hint = () => screen.queryByText(/We couldn’t find this order number\./);
  await user.type(field('orderNumber'), '99999999');
  expect(hint()).toBeNull();
  await user.tab();
  await waitFor(hint);
  await user.clear(field('orderNumber'));
  expect(hint()).toBeNull();
  await user.type(field('orderNumber'), '#10001');
  await user.tab();
  await waitFor(() => expect(server.asked(VERIFY)).toHaveLength(2));
  expect(hint()).toBeNull();
  await user.clear(field('orderNumber'));
  await user.type(field('orderNumber'), 'ORD 99999999');
  await send();
  const card = (await screen.findByRole('heading', { name: 'Thank you' })).closest('.success-card');
  expect(card?.textContent).toContain('will contact you within 24 hours. We reply on business days.');
  expect(card?.textContent).not.toMatch(/\d business day/);
});

test('if the number cannot be checked, no hint appears', async () => {
  const { server, user } = await mountForm('onHold', { [VERIFY]: refused(429, 'Too many') });
  await user.type(field('orderNumber'), '99999999');
  await user.tab();
  await waitFor(() => expect(server.asked(VERIFY)).toHaveLength(1));
  expect(screen.queryByText(/We couldn’t find/)).toBeNull();
});

test('dental details and languages are asked for and sent only while their box is checked', async () => {
  const { server, send } = await mountForm('dental', { [DENTAL]: received() });
  expect(field('hipaaCompliance').checked).toBe(true);
  fill({ ...ENOUGH.dental, category7_surveys: true, multilingualSupport: true });
  fill({ surveyQuestions: 'How was it?', languages: 'Arabic' });
  fill({ category7_surveys: false, multilingualSupport: false });
  await send();
  await screen.findByRole('heading', { name: 'We’ve received your form' });
  const [sent] = server.sent(DENTAL);
  expect(sent).toMatchObject({ category7_surveys: false, multilingualSupport: false, hipaaCompliance: true });
  expect(sent).not.toHaveProperty('surveyQuestions');
  expect(sent).not.toHaveProperty('languages');
});

test('the hidden field is sent, out of the reach of the Tab key', async () => {
  const { server, send } = await mountForm('voice', { [VOICE]: received() });
  fill(ENOUGH.voice);
  expect(field('leaveEmpty').tabIndex).toBe(-1);
  field('leaveEmpty').value = 'https://spam.example';
  await send();
  await screen.findByText('Request submitted successfully!');
  expect(server.sent(VOICE)).toMatchObject([{ leaveEmpty: 'https://spam.example' }]);
});

test('Clear form leaves nothing in the browser, and can be undone', async () => {
  const { user } = await mountForm('voice', {}, '?order=ORD-10001');
  fill({ firstName: 'Ada', notes: 'Mine' });
  await screen.findByText(/^Saved at/);
  await user.click(screen.getByRole('button', { name: 'Clear form' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(field('notes').value).toBe('');
  expect({ ...localStorage }).toEqual({});
  expect(location.search).toBe('');
  expect(document.activeElement).toBe(undo);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field('notes').value).toBe('Mine'));
  expect(await screen.findByText(/^Saved at/)).toBeTruthy();
});

test('a form that has been sent no longer offers to clear itself', async () => {
  const { send } = await mountForm('voice', {
    [VOICE]: received({ mailchimpStatus: 'pending_confirmation' }),
  });
  fill(ENOUGH.voice);
  await screen.findByText(/^Saved at/);
  await send();
  await screen.findByRole('dialog');
  expect(screen.queryByText(/^Saved at/)).toBeNull();
  expect({ ...localStorage }).toEqual({});
});
