import type { MessagesContext } from '../messages/context.ts';
import type { Passwords } from './session/passwords.ts';

export type PeopleContext = MessagesContext & { passwords: Passwords };
