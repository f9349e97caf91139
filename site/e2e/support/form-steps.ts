import type { Page, Route } from 'playwright/test';
import type { FormResponse } from '@northlight/shared/contracts/forms/forms.ts';
import { ENOUGH as LEAST } from '../../src/features/forms/test/enough.ts';
import { logIn } from './admin-steps.ts';

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

/** The least that each form needs, from a sender of its own. */
export const ENOUGH = {
  voice: (email: string) => ({ ...LEAST.voice, email }),
  dental: (email: string) => ({ ...LEAST.dental, email }),
  onHold: (email: string) => ({ ...LEAST.onHold, email }),
};
