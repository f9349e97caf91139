import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import type { RequestForm } from '../engine/request-form.ts';
import type { WebsiteName } from './website-questions.ts';

export const websiteRequest: RequestForm<WebsiteName> = {
  kind: 'website',
  call: 'POST /api/submit-order-form',
  submitLabel: 'Submit Order',
  loadCheck: async () => (await import('./check.ts')).check,
  toBody: (answers) => {
    const orderNumber = answers['hasNoOrder'] ? '' : normaliseOrderNumber(String(answers['project']));
    return {
      ...answers,
      project: orderNumber,
      orderNumber,
      package: '1-page',
      hosting: 'hosted',
      billing: 'monthly',
      addons: [],
    };
  },
  noOrderField: 'hasNoOrder',
  orderField: 'project',
  fromIntake: ({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`.trim(), email }),
  loadSuccessView: async () => (await import('./after-website.tsx')).WebsiteSuccess,
  replacesForm: false,
  success: ({ answer }) => ({ title: answer.message }),
  failure: (error) => ({
    title: 'Error submitting form',
    description: failureText(error, 'Failed to submit order', 'Please try again later'),
  }),
};
