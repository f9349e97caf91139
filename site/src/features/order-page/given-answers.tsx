import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';

type GivenAnswersProps = Pick<OrderResponse['answers'][number], 'answers'>;

/** The answers of a form with their labels. */
export function GivenAnswers({ answers }: GivenAnswersProps) {
  return (
    <dl>
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{answer}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
