import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { DENTAL_CATEGORIES } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ENOUGH, fill, newEmail, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const VOICE_SUBMISSIONS_PATH = pathOf('GET /api/json/voice-agent-submissions');

test('a completely filled form is stored and confirmed, and the form is empty again @long', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/dental-voice-agent-form');
  for (const name of [
    'Practice Information',
    'AI Voice Agent Services',
    'Integration Requirements',
    'Special Requirements',
    'Additional Information',
  ]) {
    await expect(page.getByRole('group', { name })).toBeVisible();
  }
  const details = Object.fromEntries(
    DENTAL_CATEGORIES.flatMap((category) => category.details.map((name) => [name, `About ${name}`])),
  );
  const answers = {
    ...ENOUGH.dental(email),
    currentPhoneSystem: 'Old',
    ...Object.fromEntries(DENTAL_CATEGORIES.map(({ id }) => [id, true])),
    ...details,
    existingSoftware: 'Calendar',
    patientManagementSystem: 'Open Dental',
    multilingualSupport: true,
    languages: 'Spanish',
    hipaaCompliance: false,
    specialRequirements: 'None',
    notes: 'Thanks',
  };
  for (const name of Object.keys(details)) await expect(page.locator(`#${name}`)).toBeHidden();
  await fill(page, answers);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Form submitted successfully!', { exact: true })).toBeVisible();
  await expect(page.locator('.toast-text')).toHaveText(
    "We'll contact you within 24 hours to discuss your dental practice AI voice agent.",
  );
  await expect(page.getByRole('heading', { name: 'We’ve received your form' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  const [row] = await stored(page, VOICE_SUBMISSIONS_PATH, email);
  expect(row).toMatchObject({ ...answers, formType: 'dental-voice-agent' });
  await expect(page.getByText(String(row?.['orderNumber']))).toBeVisible();
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.locator('.request-form')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator('#firstName')).toHaveValue('');
  await expect(page.locator('#category2_faqs')).not.toBeChecked();
  await expect(page.locator('#hipaaCompliance')).toBeChecked();
});
