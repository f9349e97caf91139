import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formsPage, rowOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { anOnHoldSubmission, aVoiceSubmission, aWebsiteSubmission } from '../test/submissions.ts';

const answers = () => document.querySelector<HTMLElement>('.list-expanded');

test('a sender who is not the customer is flagged with text, and the answers expand', async () => {
  const { user } = mountAdmin('#/website-forms', {
    'GET /api/json/form-submissions': formsPage([
      aWebsiteSubmission({
        orderMatch: 'other-email',
        isUnverified: true,
        isOutsideOrder: true,
        addons: ['revisions'],
      }),
    ]),
  });
  const row = await rowOf('ORD-10001');
  for (const text of [
    'Unverified: the email doesn’t match the order',
    'Not part of this order',
    'Hosted on Replit',
  ])
    expect(row.textContent).toContain(text);
  const toggle = within(row).getByRole('button', { name: 'Answers for ORD-10001' });
  await user.click(toggle);
  const shown = Object.fromEntries(
    [...(answers()?.querySelectorAll('dl > div') ?? [])].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]),
  );
  expect(shown).toMatchObject({
    Testimonials: 'They fixed it in a day.',
    'Add-ons': 'Extra Design Revisions',
  });
  await user.click(toggle);
  expect(answers()).toBeNull();
});

test('quarantined on-hold requests are labeled, and can be filtered', async () => {
  const good = anOnHoldSubmission();
  const bad = anOnHoldSubmission({ id: 2, orderNumber: 'ORD-10002', quarantineReason: 'too-fast' });
  const { user } = mountAdmin('#/on-hold', {
    'GET /api/json/on-hold-submissions': ({ query }) =>
      formsPage(query['flag'] === 'quarantine' ? [bad] : [good, bad]),
  });
  await rowOf('ORD-10001');
  expect((await rowOf('ORD-10002')).textContent).toContain('Quarantine: sent in under two seconds');
  await user.selectOptions(screen.getByLabelText('Flag'), 'In quarantine');
  await screen.findByText('1 on-hold request');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'ORD-10001' })).toBeNull());
  await rowOf('ORD-10002');
});

test('the email of a voice submission is a text file to the info mailbox', async () => {
  const { user, files } = mountAdmin('#/voice-forms', {
    'GET /api/json/voice-agent-submissions': formsPage([
      aVoiceSubmission({ businessName: 'Marlow & Sons', notes: 'Learn from our page.' }),
    ]),
  });
  await user.click(
    within(await rowOf('ORD-10001')).getByRole('button', { name: 'Save email for ORD-10001' }),
  );
  expect(files).toHaveLength(1);
  expect(files[0]?.name).toBe('ORD-10001-Marlow---Sons.txt');
  expect(files[0]?.text).toMatch(/^To: hello@northlight\.example\n/);
  expect(files[0]?.text).toContain('Additional notes: Learn from our page.');
});

test('hostile answers are shown as text, and long ones are cut with a link to the rest', async () => {
  const script = '<script>document.title = "owned"</script><img src=x onerror="document.title = \'owned\'">';
  const { user } = mountAdmin('#/website-forms', {
    'GET /api/json/form-submissions': formsPage([
      aWebsiteSubmission({
        referenceUrls: 'javascript:document.title="owned"',
        testimonials: script,
        notes: 'z'.repeat(100_000),
      }),
    ]),
  });
  await rowOf('ORD-10001');
  await user.click(screen.getByRole('button', { name: 'Answers for ORD-10001' }));
  const shown = answers();
  expect(shown?.textContent).toContain(script);
  expect(shown?.textContent).toContain('javascript:document.title="owned"');
  expect(shown?.querySelector('img, script')).toBeNull();
  expect([...(shown?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Show all 100,000 characters',
  ]);
  expect(shown?.textContent?.length).toBeLessThan(4_000);
  expect(document.title).toBe('Website Form Submissions · Admin dashboard');
});
