import { DENTAL_CATEGORIES } from '@northlight/shared/contracts/forms/dental-form.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ENOUGH } from '../test/enough.ts';
import { field, fill, mountForm, received } from '../test/mount-form.tsx';

const WEBSITE = 'POST /api/submit-order-form';
const VOICE = 'POST /api/submit-voice-agent-form';
const DENTAL = 'POST /api/voice-agent-form-submission';
const ON_HOLD = 'POST /api/on-hold-audio-form';
const KNOWN = { 'GET /api/json/verify-order': { exists: true, message: '' } };

test.each(['website', 'voice'] as const)(
  '%s form: while the email address awaits confirmation a dialog says so, and closing it continues',
  async (kind) => {
    const { user, send, leftFor } = await mountForm(kind, {
      ...KNOWN,
      [kind === 'voice' ? VOICE : WEBSITE]: received({ mailchimpStatus: 'pending_confirmation' }),
    });
    fill(ENOUGH[kind]);
    await send();
    const dialog = await screen.findByRole('dialog', { name: 'Form Submitted Successfully' });
    for (const text of [
      'ada@marlow.example',
      '15-30 minutes',
      'spam or junk',
      'Promotions and Updates',
      'within 30 minutes',
    ])
      expect(dialog.textContent).toContain(text);
    const close = screen.getByRole('button', { name: 'I understand' });
    expect(document.activeElement).toBe(close);
    expect(leftFor()).toBeUndefined();
    await user.click(close);
    const type = kind === 'voice' ? 'chatbot' : 'website';
    expect(leftFor()).toBe(
      `/form-thank-you?${new URLSearchParams({ type, orderNumber: 'ORD-10001', email: 'ada@marlow.example' })}`,
    );
  },
);

test('a form that is only promised contact says so on the thank-you page, after a moment', async () => {
  const { send, leftFor } = await mountForm('voice', { [VOICE]: received({ promises: 'contact' }) });
  fill(ENOUGH.voice);
  await send();
  await waitFor(() => expect(leftFor()).toMatch(/^\/form-thank-you\?type=chatbot&.*promises=contact$/));
});

test('an on-hold form without its order’s link takes the number from the address, and must be confirmed', async () => {
  const { server, send } = await mountForm(
    'onHold',
    { ...KNOWN, [ON_HOLD]: received({ promises: 'confirm' }) },
    '?order=ORD-10001',
  );
  fill(ENOUGH.onHold);
  await send();
  const heading = await screen.findByRole('heading', { name: 'Thank you' });
  expect(document.activeElement).toBe(heading);
  await waitFor(() =>
    expect(document.querySelector('.toast-text')?.textContent).toBe(
      'Our audio team will contact you within 24 hours.',
    ),
  );
  expect(heading.parentElement?.textContent).toContain('confirm that this form is yours');
  expect(screen.queryByRole('link', { name: 'See your order' })).toBeNull();
  expect(server.sent(ON_HOLD)).toMatchObject([{ ...ENOUGH.onHold, orderNumber: 'ORD-10001' }]);
});

test('a dental form with every answer is sent whole, and “Back to the form” opens it empty', async () => {
  const scrolledTo = vi.spyOn(globalThis, 'scrollTo');
  onTestFinished(() => scrolledTo.mockRestore());
  const { server, user, send } = await mountForm('dental', { [DENTAL]: received() });
  for (const name of [
    'Practice Information',
    'AI Voice Agent Services',
    'Integration Requirements',
    'Special Requirements',
    'Additional Information',
  ])
    expect(screen.getByRole('group', { name })).toBeTruthy();
  const details = DENTAL_CATEGORIES.flatMap((category) => category.details);
  const answers = {
    ...ENOUGH.dental,
    currentPhoneSystem: 'Old',
    ...Object.fromEntries(DENTAL_CATEGORIES.map(({ id }) => [id, true])),
    ...Object.fromEntries(details.map((name) => [name, `About ${name}`])),
    existingSoftware: 'Calendar',
    patientManagementSystem: 'Open Dental',
    multilingualSupport: true,
    languages: 'Spanish',
    hipaaCompliance: false,
    specialRequirements: 'None',
    notes: 'Thanks',
  };
  fill(answers);
  await send();
  await screen.findByText('Form submitted successfully!');
  expect(document.querySelector('.toast-text')?.textContent).toBe(
    "We'll contact you within 24 hours to discuss your dental practice AI voice agent.",
  );
  const heading = await screen.findByRole('heading', { name: 'We’ve received your form' });
  expect(document.activeElement).toBe(heading);
  for (const text of ['ORD-10001', 'wen@li-dental.example']) expect(screen.getByText(text)).toBeTruthy();
  expect(server.sent(DENTAL)).toMatchObject([answers]);
  await user.click(screen.getByRole('button', { name: 'Back to the form' }));
  await waitFor(() => expect(document.activeElement?.className).toContain('request-form'));
  expect(scrolledTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
  expect(field('firstName').value).toBe('');
  expect(field('category2_faqs').checked).toBe(false);
  expect(field('hipaaCompliance').checked).toBe(true);
});
