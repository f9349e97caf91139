import type { Values } from '../../base/settings/connections.ts';
import type { MailConsent } from '../../base/settings/mail-consent.ts';
import type { Env } from '../../base/settings/env.ts';
import type { TestEmail } from '../../db/schema/server.ts';
import type { AppContext } from '../../money/context.ts';

/** What is checked: the values of a form with those that the shop made, under the settings that count now. */
export type Trial = {
  values: Values;
  /** What was saved before. Null for the first time. */
  before: Values | null;
  /** The settings of the server. */
  env: Env;
  context: AppContext;
  /** The email address of the owner who saves. */
  owner: string;
  /** The last test email. */
  test: TestEmail | null;
  /** Call it with what was found out about the account, before anything is made there. Throws an `AnotherAccount`. */
  requireAccount: (found: Values) => void;
};

/** What a check with the service found. */
export type Found = {
  /** For the owner. */
  facts?: string[];
  /** Values to choose from, by field, with their labels. Nothing is saved yet. */
  choices?: Record<string, Record<string, string>>;
  /** What the shop made or found out, saved with the form. */
  made?: Values;
  /** Cleans up at the service once everything is saved. */
  afterwards?: () => Promise<void>;
  /** What the owner has to consent to at the service first. Nothing is saved yet. */
  consent?: MailConsent;
  /** The test email that was sent, or what became of it. */
  test?: TestEmail;
  /** For the owner, instead of that it is connected. */
  message?: string | undefined;
};

/** A problem that a check runs into. The message is for the owner and has no secret. */
export class Problem extends Error {
  readonly field: string;
  /** It can't be saved anyway. */
  readonly isFinal: boolean;

  constructor(field: string, message: string, isFinal = false) {
    super(message);
    this.field = field;
    this.isFinal = isFinal;
  }
}

/** Money would go to another account than before, which an owner confirms first. */
export class AnotherAccount extends Error {
  /** As in `identityOf`. */
  readonly account: string;

  constructor(account: string, question: string) {
    super(question);
    this.account = account;
  }
}

export type Service = {
  /** What stands for what the shop has yet to make. Nobody can guess it. */
  unmade?: () => Values;
  /** What people leave out. */
  complete?: (values: Values) => Values;
  /** Throws a `Problem` for what can never work, without asking the service. */
  refuse?: (values: Values, env: Env) => void;
  /** Asks the service, and makes there what the shop needs, such as a webhook. Throws a `Problem`. */
  connect: (trial: Trial) => Promise<Found>;
};

/** An address that only this machine knows can't be called by a service. */
export const NOT_CALLED =
  'Events can’t reach this address, so payments are looked up instead. That takes up to a minute.';
