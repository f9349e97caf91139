import type { Log } from '../../base/log.ts';
import type { Attempt } from './login-throttle.ts';

const MAX_NAME_LENGTH = 50;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Lines with `"security": true` for monitoring tools, such as fail2ban. Never with a password. */
export function createSecurityLog(log: Log) {
  const security = log.child({ security: true });
  const line = ({ purpose, address, username }: Attempt, end: 'failed' | 'refused') => ({
    event: `${purpose}-${end}`,
    address,
    user: plainName(username),
  });
  return {
    failed: (attempt: Attempt): void => security.warn(line(attempt, 'failed'), 'wrong password'),
    refused: (attempt: Attempt): void => security.warn(line(attempt, 'refused'), 'too many wrong passwords'),
  };
}

/** Control characters could forge lines where a log is shown as text. */
function plainName(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME_LENGTH);
}
