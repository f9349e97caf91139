import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { WEBSITE_FORM_PATH } from '@northlight/shared/contracts/form-paths.ts';
import { RefusedAnswers, type RequestForm } from '../request-form.ts';
import { verifyOrder } from '../verify-order.ts';
import type { WebsiteName } from './website-questions.ts';

export const websiteRequest: RequestForm<WebsiteName> = {
  kind: 'website',
  path: WEBSITE_FORM_PATH,
  submitLabel: 'Submit Order',
  loadCheck: async () => (await import('./check.ts')).check,
  toBody: (answers) => ({
    ...answers,
    orderNumber: answers['project'],
    package: '1-page',
    hosting: 'hosted',
    billing: 'monthly',
    addons: [],
  }),
  verify: async (answers) => {
    const fault = await verifyOrder(String(answers['project']));
    if (fault) throw new RefusedAnswers(fault, { project: fault });
  },
  orderField: 'project',
  fromIntake: ({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`.trim(), email }),
  loadAfterwards: async () => (await import('./after-website.tsx')).AfterWebsite,
  endsForm: false,
  success: { title: 'Order submitted successfully!' },
  failure: (error) => ({
    title: 'Error submitting form',
    description:
      error instanceof RefusedAnswers
        ? error.message
        : failureText(error, 'Failed to submit order', 'Please try again later'),
  }),
};
