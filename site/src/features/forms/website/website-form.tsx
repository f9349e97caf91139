import { RequestScreen } from '../engine/request-screen.tsx';
import { WebsiteFields } from './website-fields.tsx';
import type { websiteQuestions } from './website-questions.ts';
import { websiteRequest } from './website-request.ts';

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
