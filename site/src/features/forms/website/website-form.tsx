import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { RequestScreen } from '../engine/request-screen.tsx';
import { WebsiteFields } from './website-fields.tsx';
import type { websiteQuestions, WebsiteName } from './website-questions.ts';
import type { RequestForm } from '../request-form.ts';

const websiteRequest: RequestForm<WebsiteName> = {
  kind: 'website',
  call: 'POST /api/submit-order-form',
  submitLabel: 'Submit Order',
  loadCheck: async () => (await import('./check.ts')).check,
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
  fromIntake: ({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`.trim(), email }),
  loadSuccessView: async () => (await import('../success/redirect-after-submit.tsx')).WebsiteSuccess,
  replacesForm: false,
  success: ({ response }) => ({ title: response.message }),
  failure: (error) => ({
    title: 'Error submitting form',
    description: failureText(error, 'Failed to submit order', 'Please try again later'),
  }),
};

type WebsiteFormProps = { questions: typeof websiteQuestions; businessEmail: string };

export function WebsiteForm({ questions, businessEmail }: WebsiteFormProps) {
  return (
    <RequestScreen
      request={websiteRequest}
      questions={questions}
      businessEmail={businessEmail}
      renderFields={(props) => <WebsiteFields {...props} />}
    />
  );
}
