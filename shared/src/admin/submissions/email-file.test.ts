import { expect, test } from 'vitest';
import { DENTAL_FORM_LABELS } from '../../contracts/forms/dental-form.ts';
import { VOICE_FORM_LABELS } from '../../contracts/forms/voice-form.ts';
import { aDentalSubmission, aVoiceSubmission } from '../test/submissions.ts';
import { emailFile } from './email-file.ts';

const INFO = 'hello@northlight.example';

const plain = (changes: Parameters<typeof aVoiceSubmission>[0] = {}) =>
  aVoiceSubmission({
    timestamp: '2026-11-21T18:04:05.000Z',
    businessName: 'Marlow & Sons, Ltd.',
    businessDescription: 'We repair bicycles.',
    ...changes,
  });
const dental = aDentalSubmission({
  practiceType: 'oral-surgery',
  category1_appointmentScheduling: false,
  schedulingHours: 'Said, though its box is not ticked',
});

test('the name is the order number and the business, with dashes for everything but letters and digits', () => {
  expect(emailFile(plain(), INFO).name).toBe('ORD-10001-Marlow---Sons--Ltd-.txt');
  expect(emailFile(plain({ businessName: '../../etc/passwd\\x' }), INFO).name).toBe(
    'ORD-10001-------etc-passwd-x.txt',
  );
  expect(emailFile(dental, INFO).name).toBe('ORD-10001-Riverside-Dental.txt');
});

test('it is addressed to the shop’s info mailbox, and replies go to the sender', () => {
  const [to, replyTo, subject, date, blank] = emailFile(plain(), INFO).text.split('\n');
  expect(to).toBe('To: hello@northlight.example');
  expect(replyTo).toBe('Reply-To: ada@marlow-bicycles.example');
  expect(subject).toBe('Subject: AI Voice Agent Request ORD-10001: Marlow & Sons, Ltd.');
  expect(date).toBe('Date: Sat, 21 Nov 2026 18:04:05 GMT');
  expect(blank).toBe('');
});

test('it has every answer with its label', () => {
  const { text } = emailFile(plain(), INFO);
  for (const label of Object.values(VOICE_FORM_LABELS)) expect(text).toContain(`\n${label}: `);
  expect(text).toContain('Business description: We repair bicycles.');
  expect(text).toContain('Image: (no answer)');
  expect(text).toContain('Order number: ORD-10001');
});

test('it has every dental answer too, with checkboxes and choices as text', () => {
  const { text } = emailFile(dental, INFO);
  for (const label of Object.values(DENTAL_FORM_LABELS)) expect(text).toContain(`\n${label}: `);
  expect(text).toContain('Practice type: Oral surgery');
  expect(text).toContain('Practice size: Small (2-3 doctors)');
  expect(text).toContain('Emergency triage: Yes');
  expect(text).toContain('Surveys: No');
  expect(text).toContain('HIPAA compliance: Yes');
  expect(text).toContain('Scheduling hours: Said, though its box is not ticked');
});

test.each(['\n', '\r\n', '\r', '\u2028'])('no answer can act as another label (%j)', (lineBreak) => {
  const { text } = emailFile(plain({ notes: `One${lineBreak}To: thief@example.com` }), INFO);
  expect(text).toContain('Additional notes: One\n    To: thief@example.com\n');
  expect(text.match(/^To: /gm)).toHaveLength(1);
});
