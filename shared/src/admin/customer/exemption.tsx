import { useState } from 'react';
import { Exemption, type CustomerResponse } from '../../contracts/customers.ts';
import { dayText } from '../../catalog/periods.ts';
import { Button } from '../../ui/button.tsx';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { DownloadLink } from '../base/download.tsx';
import { useMay } from '../base/session.queries.ts';
import { DataForm } from '../drafts/data-form.tsx';

type Of = { customer: CustomerResponse };

/** Whether sales tax is charged to a customer, and the certificate if it isn't. */
export function CustomerExemption({ customer }: Of) {
  const { id, exemption, files } = customer;
  const mayManage = useMay('manage');
  const [isOpen, setIsOpen] = useState(false);
  if (!exemption && !mayManage) return null;
  const file = files.find((one) => one.id === exemption?.fileId);
  return (
    <Card className="case-card" title="Sales tax">
      <p>
        {exemption
          ? `Exempt, certificate ${exemption.certificate}${exemption.until ? ` until ${dayText(exemption.until, 'UTC')}` : ''}.`
          : 'Charged where the state has one.'}
      </p>
      {file && (
        <p>
          <DownloadLink path={`/api/json/files/${file.id}`}>
            <bdi>{file.name}</bdi>
          </DownloadLink>
        </p>
      )}
      {mayManage && (
        <p className="case-actions cluster gap-2">
          <Button isQuiet aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {exemption ? 'Change the exemption' : 'Make exempt'}
          </Button>
          {exemption && (
            <Act
              isQuiet
              call="POST /api/admin/customers/:id/people"
              params={{ id }}
              body={{ action: 'exempt', exemption: null, version: customer.version }}
              failure="Couldn’t change the exemption"
            >
              Charge sales tax again
            </Act>
          )}
        </p>
      )}
      {isOpen && <ExemptionForm customer={customer} onDone={() => setIsOpen(false)} />}
    </Card>
  );
}

const orNull = { setValueAs: (typed: string) => typed || null };

const ExemptionForm = ({
  customer: { id, version, exemption, files },
  onDone,
}: Of & { onDone: () => void }) => (
  <DataForm
    schema={Exemption}
    initial={{
      certificate: exemption?.certificate ?? '',
      until: exemption?.until ?? '',
      fileId: exemption?.fileId ?? '',
    }}
    fields={[
      {
        name: 'certificate',
        label: 'Number of the certificate',
        help: 'Their quotes, payments that you ask for, and “Order more” have no sales tax from now on. Anyone who just enters their email address at checkout still pays it.',
      },
      { name: 'until', label: 'Last day (optional)', type: 'date', register: orNull },
      {
        name: 'fileId',
        label: 'Document (optional)',
        help: 'A file of one of their orders. Upload it on the order’s page first.',
        kind: 'choice',
        options: { '': 'None', ...Object.fromEntries(files.map((file) => [file.id, file.name])) },
        register: orNull,
      },
    ]}
    act={(client, checked) =>
      client.call('POST /api/admin/customers/:id/people', {
        params: { id },
        body: { action: 'exempt', exemption: checked, version },
      })
    }
    failure="Couldn’t save the exemption"
    submit="Save exemption"
    isQuiet
    onDone={onDone}
  />
);
