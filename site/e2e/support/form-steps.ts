import type { Page, Route } from 'playwright/test';
import type { FormResponse } from '@northlight/shared/contracts/forms/forms.ts';
import { logIn } from './admin-steps.ts';
import type { BoughtOrder } from './purchases.ts';

/** Fills in fields by name, which is also the element ID. Booleans check and uncheck. */
export async function fill(page: Page, answers: Record<string, string | boolean>): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    const field = page.locator(`#${name}`);
    if (typeof answer === 'boolean') await field.setChecked(answer);
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
      await field.selectOption(answer);
    else await field.fill(answer);
  }
}

/**
 * Runs in the page and imitates browser autofill: sets all fields at once, bypasses the setter that React
 * watches, and dispatches events for each field.
 */
export function fillAtOnce(answers: Record<string, string>): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const [id, text] of Object.entries(answers)) {
    const field = document.querySelector(`#${id}`);
    if (!field) throw new Error(`There is no field ${id}.`);
    write?.call(field, text);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** The stored forms of one sender, newest first. */
export async function stored(page: Page, path: string, email: string): Promise<Record<string, unknown>[]> {
  await logIn(page);
  const response = await page.request.get(`${path}?limit=500`);
  const { submissions } = await response.json();
  return submissions.filter((submission: { email: string }) => submission.email === email);
}

/** Returns the server's real response with some fields changed. */
export async function answerWith(route: Route, changes: Partial<FormResponse>): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
}

export const ENOUGH = {
  website: (order: BoughtOrder) => ({ name: 'Ada Marlow', project: order.orderNumber, email: order.email }),
  voice: (email: string) => ({
    firstName: 'Ada',
    lastName: 'Marlow',
    email,
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
  }),
  dental: (email: string) => ({
    firstName: 'Wen',
    lastName: 'Li',
    email,
    phone: '(555) 010-2211',
    practiceName: 'Li Dental',
    practiceType: 'orthodontics',
    practiceSize: 'small',
  }),
  onHold: (email: string) => ({
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling Marlow Bicycles. We will be with you in a moment.',
    email,
  }),
};
