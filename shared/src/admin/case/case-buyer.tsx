import type { CaseOrder } from '../../contracts/admin/case-answers.ts';
import { Card } from './card.tsx';
import { Fact } from './facts.tsx';
import { LongText } from './long-text.tsx';

export function CaseBuyer({ order }: { order: CaseOrder }) {
  const { firstName, lastName, businessName, businessDescription, email, phone, billingAddress, cameFrom } =
    order;
  return (
    <Card title="Customer">
      <dl className="case-facts">
        <Fact label="Name">
          <bdi>
            {firstName} {lastName}
          </bdi>
        </Fact>
        <Fact label="Business">
          <bdi>{businessName}</bdi>
        </Fact>
        <Fact label="Email">
          <bdi>{email}</bdi>
        </Fact>
        <Fact label="Phone">
          <bdi>{phone}</bdi>
        </Fact>
        {billingAddress.length > 0 && (
          <Fact label="Billing address">
            <bdi className="case-lines">{billingAddress.join('\n')}</bdi>
          </Fact>
        )}
        {cameFrom && (
          <Fact label="Came from">
            <bdi>{cameFrom}</bdi>
          </Fact>
        )}
        {businessDescription && (
          <Fact label="Business description">
            <LongText text={businessDescription} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}
