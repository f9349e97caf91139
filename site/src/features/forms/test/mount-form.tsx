import type { FormResponse } from '@northlight/shared/contracts/forms/forms.ts';
import type { Answers } from '@northlight/shared/contracts/test/fake-server.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { openPage } from '../../../lib/test/fake-fetch.ts';
import { DentalForm } from '../dental/dental-form.tsx';
import { dentalQuestions } from '../dental/dental-questions.ts';
import { OnHoldForm } from '../on-hold/on-hold-form.tsx';
import { onHoldQuestions } from '../on-hold/on-hold-questions.ts';
import { VoiceForm } from '../voice/voice-form.tsx';
import { voiceQuestions } from '../voice/voice-questions.ts';
import { WebsiteForm } from '../website/website-form.tsx';
import { websiteQuestions } from '../website/website-questions.ts';

const businessEmail = 'hello@northlight.example';
const FORMS = {
  website: () => <WebsiteForm questions={websiteQuestions} businessEmail={businessEmail} />,
  voice: () => <VoiceForm questions={voiceQuestions} businessEmail={businessEmail} />,
  dental: () => <DentalForm questions={dentalQuestions} businessEmail={businessEmail} />,
  onHold: () => <OnHoldForm questions={onHoldQuestions} businessEmail={businessEmail} />,
};

/** Mounts a form as its page does. `search` is the address's query, such as "?order=ORD-10001". */
export async function mountForm(kind: keyof typeof FORMS, answers: Answers, search = '') {
  const page = openPage(`/form${search}`, answers);
  const ready = new Promise((resolve) => addEventListener('form-ready', resolve, { once: true }));
  render(FORMS[kind]());
  await ready;
  return { ...page, send: () => page.user.click(screen.getByRole('button', { name: /^Submit/ })) };
}

export const field = (name: string): HTMLInputElement => {
  const found = document.getElementById(name);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no field ${name}.`);
  return found as HTMLInputElement;
};

/** Fills in fields by name, which is also the element ID. Booleans check and uncheck. */
export function fill(answers: Record<string, string | boolean>): void {
  for (const [name, answer] of Object.entries(answers)) {
    if (typeof answer === 'string') fireEvent.change(field(name), { target: { value: answer } });
    else if (field(name).checked !== answer) fireEvent.click(field(name));
  }
}

/** What the server says about a form that it stored. */
export const received = (changes: Partial<FormResponse> = {}): FormResponse => ({
  success: true,
  message: 'Request submitted successfully!',
  orderNumber: 'ORD-10001',
  mailchimpStatus: 'subscribed',
  promises: 'delivery',
  nextForm: null,
  ...changes,
});
