import { VOICE_FORM_PATH } from '@northlight/shared/contracts/forms/forms.ts';
import { VOICE_SUBMISSIONS_PATH } from '@northlight/shared/contracts/admin/submissions.ts';
import { answerWith, ENOUGH, fill, newEmail, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

test('/chatbot-form is the same page with one canonical link', async ({ page }) => {
  await page.goto('/chatbot-form');
  await expect(page.getByRole('heading', { name: 'AI Voice Agent Request Form' })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/voice-agent-form$/);
});

test('a request without an order gets a number and opens the thank-you page', async ({ page }) => {
  const email = newEmail();
  const answers = {
    ...ENOUGH.voice(email),
    businessDescription: 'We repair and sell bicycles.',
    notes: 'https://marlow-bicycles.example',
  };
  await page.goto('/chatbot-form');
  await fill(page, answers);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Request submitted successfully!', { exact: true })).toBeVisible();
  await page.waitForURL('**/form-thank-you?**');
  const query = new URL(page.url()).searchParams;
  expect(query.get('type')).toBe('chatbot');
  expect(query.get('orderNumber')).toMatch(/^ORD-\d{5,}$/);
  expect(query.get('email')).toBe(email);
  await expect(page.getByText('operational in 1-2 business days')).toBeVisible();
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toMatchObject([
    { ...answers, formType: 'voice-agent', orderNumber: query.get('orderNumber'), orderMatch: 'request' },
  ]);
});

test('the dialog appears before the thank-you page here too', async ({ page }) => {
  await page.route(`**${VOICE_FORM_PATH}`, (route) =>
    answerWith(route, { mailchimpStatus: 'pending_confirmation' }),
  );
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(newEmail()));
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByRole('button', { name: 'I understand' }).click();
  await page.waitForURL('**/form-thank-you?type=chatbot&**');
});

test('missing answers are reported at each field', async ({ page }) => {
  await page.goto('/voice-agent-form');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  for (const text of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email',
    'Phone number is required',
    'Business name is required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

for (const { submit, text } of [
  { submit: { status: 500, body: '' }, text: 'Failed to submit request' },
  { submit: { status: 500, json: { message: 'Not now.' } }, text: 'Not now.' },
  { submit: null, text: 'Please try again later' },
]) {
  test(`a failed submit says: ${text}`, async ({ page }) => {
    await page.route(`**${VOICE_FORM_PATH}`, (route) => (submit ? route.fulfill(submit) : route.abort()));
    await page.goto('/voice-agent-form');
    await fill(page, ENOUGH.voice(newEmail()));
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByText('Error submitting form', { exact: true })).toBeVisible();
    await expect(page.locator('.toast-text')).toHaveText(text);
    await expect(page.getByText('Everything you typed is still here.')).toBeVisible();
  });
}
