import { expect } from 'playwright/test';
import { ADMIN } from '../admin.ts';
import { newEmail } from '../form-steps.ts';
import { press, test, textLike } from './firefox.ts';

test('what Firefox fills in at once and somebody sends a moment later is no spam', async ({
  firefox: page,
  request,
}) => {
  const email = newEmail();
  const answers = {
    firstName: 'Ada',
    lastName: 'Marlow',
    email,
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
  };
  await page.goto(new URL('/voice-agent-form', page.url()).href, { waitUntil: 'networkidle0' });
  await page.evaluate((texts) => {
    for (const [id, text] of Object.entries(texts)) {
      const field = document.querySelector<HTMLInputElement>(`#${id}`);
      if (!field) throw new Error(`There is no field ${id}.`);
      field.value = text;
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, answers);
  await press(page, 'Submit Request');
  await textLike(page, /^Thank You for Your Submission!$/);
  await request.post('/api/admin/login', { data: ADMIN });
  const { submissions } = await (await request.get('/api/json/voice-agent-submissions?limit=500')).json();
  const own = submissions.filter((submission: { email: string }) => submission.email === email);
  expect(own).toMatchObject([{ quarantineReason: null }]);
});
