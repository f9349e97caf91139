import { variablesOf } from '../../base/settings/connections.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { checkInboxLogin, isLoginFailure, reasonOf } from '../../work/inbox/mailbox.ts';
import { connectionProblem, loginProblem, refuseServer } from './email.ts';
import { Problem, type Service } from './service.ts';

const WITHIN_MS = 8_000;

export const repliesService: Service = {
  refuse(values) {
    if (/(?:outlook\.office365|outlook\.office|office365)\.com$/i.test(values['host'] ?? ''))
      throw new Problem(
        'host',
        'Microsoft 365 doesn’t let programs read a mailbox with a password. Use a mailbox of another provider.',
      );
    refuseServer(values);
  },
  async connect({ values, env }) {
    const { inbox } = parseEnv(variablesOf('replies', values));
    if (!inbox) throw new Error('The mailbox can’t be read.');
    try {
      await checkInboxLogin(inbox, WITHIN_MS);
    } catch (error) {
      if (isLoginFailure(error)) throw loginProblem(reasonOf(error), inbox.host);
      if (Object(error).responseText !== undefined)
        throw new Problem(
          'folder',
          `${inbox.host} can’t open the folder ${inbox.folder}: ${reasonOf(error)}`,
        );
      throw connectionProblem(error, values);
    }
    const address = inbox.address ?? env.business.email;
    return { facts: [`Customers reply to ${address}, which must arrive in this mailbox.`] };
  },
};
