import { expect } from 'playwright/test';
import { ADMIN } from '../support/admin.ts';
import { ENOUGH, fillAtOnce } from '../support/form-steps.ts';
import { press, test, textLike } from './firefox.ts';
import { newEmail } from '../support/purchases.ts';

test('a form autofilled by Firefox and sent at once is not spam @long', async ({
  firefox: page,
  request,
}) => {
  const email = newEmail();
  await page.goto(new URL('/voice-agent-form', page.url()).href);
  await page.evaluate(fillAtOnce, ENOUGH.voice(email));
  await press(page, 'Submit Request');
  await textLike(page, /^Thank You for Your Submission!$/);
  await request.post('/api/admin/login', { data: ADMIN });
  const { submissions } = await (await request.get('/api/json/voice-agent-submissions?limit=500')).json();
  const own = submissions.filter((submission: { email: string }) => submission.email === email);
  expect(own).toMatchObject([{ quarantineReason: null }]);
});
