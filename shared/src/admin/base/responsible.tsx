import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminAction } from './act.tsx';
import type { AdminClient } from './admin-client.ts';
import { reads } from './query-panel.tsx';
import { useMay } from './session.queries.ts';
import { Choices } from './fields.tsx';

type ResponsibleProps = {
  /** The username of who is responsible now. */
  value: string | null;
  assign: (client: AdminClient, adminId: number | null) => Promise<ActionResponse>;
};

/** Who of the team is responsible, and a choice of somebody else. Renders nothing for a team of one. */
export function Responsible({ value, assign }: ResponsibleProps) {
  const mayWork = useMay('work');
  const team = useQuery(reads('GET /api/json/team')).data?.team ?? [];
  const current = team.find(({ username }) => username === value);
  const [chosen, setChosen] = useState<string>();
  const { isBusy, run } = useAdminAction(assign, 'Couldn’t change who is responsible');
  if (team.length < 2 && !value) return null;
  if (!mayWork)
    return (
      <p className="responsible small-controls cluster gap-2 middle any-width xs">
        Responsible: <bdi>{current?.name ?? value ?? 'Nobody'}</bdi>
      </p>
    );
  const shown = chosen ?? String(current?.id ?? '');
  const isChanged = shown !== String(current?.id ?? '');
  return (
    <p className="responsible small-controls cluster gap-2 middle any-width xs">
      <label className="row gap-2 middle">
        Responsible{' '}
        <select className="input" value={shown} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Nobody</option>
          {value && !current && <option value="0">{`${value} (no longer works on orders)`}</option>}
          <Choices of={team.map(({ id, name }) => [id, name])} />
        </select>
      </label>
      {/* Not at once: moving through the choices by keyboard would tell each of them. */}
      {isChanged && (
        <Button
          isQuiet
          isBusy={isBusy}
          onClick={() => run(shown === '' ? null : Number(shown), () => setChosen(undefined))}
        >
          Assign
        </Button>
      )}
    </p>
  );
}
