import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { type FormProps, RequestScreen } from '../engine/request-screen.tsx';
import type { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { withHint } from '../fields/live-hint.tsx';
import { ColorChoice } from './color-choice.tsx';
import type { RequestForm } from '../request-form.ts';

const websiteRequest: RequestForm<keyof typeof WEBSITE_FORM_LABELS | 'hasNoOrder'> = {
  kind: 'website',
  call: 'POST /api/submit-order-form',
  submitLabel: 'Submit Order',
  loadSchema: async () => {
    const { websiteFormFor } = await import('@northlight/shared/contracts/forms/website-form.ts');
    return websiteFormFor;
  },
  toBody: (answers) => {
    const orderNumber = answers['hasNoOrder'] ? '' : normalizeOrderNumber(String(answers['project']));
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
  around: {
    referenceUrls: withHint('referenceUrls', async () => (await import('./url-lines.ts')).urlLinesHint),
    colors: ColorChoice,
  },
  fromIntake: ({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`.trim(), email }),
  loadSuccessView: async () => (await import('../success/redirect-after-submit.tsx')).WebsiteSuccess,
  replacesForm: false,
  success: ({ response }) => ({ title: response.message }),
  failure: (error) => ({
    title: 'Error submitting form',
    description: failureText(error, 'Failed to submit order', 'Please try again later'),
  }),
};

export const WebsiteForm = (props: FormProps) => <RequestScreen request={websiteRequest} {...props} />;
