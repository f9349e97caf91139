import type { OverviewAnswer } from '../../contracts/overview.ts';
import { Button } from '../../ui/button.tsx';
import { useCaseAction } from '../case/case.queries.ts';
import { givenUpWords, mailWords } from './overview-words.ts';

/** How much mail is still in the house; nothing when none is. */
export function MailLine({ mails }: Pick<OverviewAnswer, 'mails'>) {
  const words = mailWords(mails);
  return words && <p className="admin-small">{words}</p>;
}

/** After an outage of a day, or once the settings are mended. */
export function SendAllAgain({ givenUp }: { givenUp: number }) {
  const { isBusy, run } = useCaseAction((client) => client.sendAllAgain(), 'The mails were not sent');
  if (givenUp === 0) return null;
  return (
    <p className="todo-all">
      <Button isQuiet isBusy={isBusy} onClick={() => run(undefined)}>
        {givenUpWords(givenUp)}
      </Button>
    </p>
  );
}
