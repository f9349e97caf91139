import type { EndpointTable } from '../endpoint.ts';
import { ById } from './by-id.ts';
import { AuditAnswer, ListAudit } from './audit.ts';
import { ActionAnswer } from './case-answers.ts';
import { NoDetails } from './cases.ts';
import {
  AcceptInvitation,
  ChangePerson,
  InvitationAnswer,
  InvitePerson,
  OpenInvitation,
  PeopleAnswer,
} from './people.ts';
import { NoticeChoice, NoticesAnswer } from './notices.ts';
import {
  AddPasskey,
  AddTotp,
  ByText,
  Factor,
  FactorAdded,
  LoginFactor,
  PasskeyOptionsAnswer,
  PasskeyOptionsRequest,
  SecurityAnswer,
  TotpSetup,
} from './security.ts';
import { ByEmail, PersonFound } from './privacy.ts';
import { AuthStatusAnswer, Login, LoginAnswer, ResetPassword, SessionAnswer } from './session.ts';
import { BusinessAnswer, BusinessSettings, SecuritySettings } from './shop-settings.ts';

/** Logins, second factors, people, and what they did. */
export const peopleEndpoints = {
  'POST /api/admin/login': {
    access: 'public',
    summary: 'Logs an administrator in. After a wrong password, the next attempt is delayed.',
    body: Login,
    response: LoginAnswer,
  },
  'GET /api/admin/auth-status': {
    access: 'public',
    summary: 'Says whether the caller is logged in.',
    response: AuthStatusAnswer,
    isKeptOffline: true,
  },
  'POST /api/admin/logout': {
    access: 'self',
    summary: 'Ends the session.',
    response: SessionAnswer,
  },
  'POST /api/admin/reset-password': {
    access: 'self',
    summary: 'Changes the password and ends the administrator’s other sessions.',
    body: ResetPassword,
    response: SessionAnswer,
  },
  'GET /api/json/people': {
    access: 'manage',
    summary: 'Lists the administrators.',
    response: PeopleAnswer,
  },
  'POST /api/admin/people': {
    access: 'manage',
    confirms: true,
    summary: 'Invites a person by email.',
    body: InvitePerson,
    response: ActionAnswer,
  },
  'POST /api/admin/people/:id': {
    access: 'manage',
    confirms: true,
    summary: 'Changes a person’s role, or deactivates or reactivates them.',
    params: ById,
    body: ChangePerson,
    response: ActionAnswer,
  },
  'POST /api/admin/people/:id/invite': {
    access: 'manage',
    confirms: true,
    summary: 'Sends an invitation again, with a new link.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/login/passkey': {
    access: 'public',
    summary: 'Starts a login with a passkey, or the second step of a login.',
    limits: [{ name: 'login-factor', perMinute: 30 }],
    body: PasskeyOptionsRequest,
    response: PasskeyOptionsAnswer,
  },
  'POST /api/admin/login/factor': {
    access: 'public',
    summary: 'Finishes a login with a code or a passkey.',
    limits: [{ name: 'login-factor', perMinute: 30 }],
    body: LoginFactor,
    response: LoginAnswer,
  },
  'GET /api/json/security': {
    access: 'self',
    summary: 'Returns the caller’s second factors and sessions.',
    response: SecurityAnswer,
  },
  'POST /api/admin/security/confirm/options': {
    access: 'self',
    summary: 'Starts a confirmation with a passkey.',
    body: NoDetails,
    response: PasskeyOptionsAnswer,
  },
  'POST /api/admin/security/confirm': {
    access: 'self',
    summary: 'Confirms with a second factor that it’s still the same person.',
    limits: [{ name: 'login-factor', perMinute: 30 }],
    body: Factor,
    response: ActionAnswer,
  },
  'POST /api/admin/security/ready': {
    access: 'self',
    confirms: true,
    summary: 'Says whether an export may start, or asks for the second factor first.',
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/security/totp/new': {
    access: 'self',
    confirms: true,
    summary: 'Returns a new secret for an authenticator app.',
    body: NoDetails,
    response: TotpSetup,
  },
  'POST /api/admin/security/totp': {
    access: 'self',
    confirms: true,
    summary: 'Adds the authenticator app, or replaces it.',
    limits: [{ name: 'login-factor', perMinute: 30 }],
    body: AddTotp,
    response: FactorAdded,
  },
  'POST /api/admin/security/totp/remove': {
    access: 'self',
    confirms: true,
    summary: 'Removes the authenticator app.',
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/security/passkeys/new': {
    access: 'self',
    confirms: true,
    summary: 'Starts adding a passkey.',
    body: NoDetails,
    response: PasskeyOptionsAnswer,
  },
  'POST /api/admin/security/passkeys': {
    access: 'self',
    confirms: true,
    summary: 'Adds a passkey.',
    body: AddPasskey,
    response: FactorAdded,
  },
  'POST /api/admin/security/passkeys/:id/remove': {
    access: 'self',
    confirms: true,
    summary: 'Removes a passkey.',
    params: ByText,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/security/recovery-codes': {
    access: 'self',
    confirms: true,
    summary: 'Replaces the recovery codes.',
    body: NoDetails,
    response: FactorAdded,
  },
  'POST /api/admin/security/sessions/end-others': {
    access: 'self',
    summary: 'Ends the caller’s other sessions.',
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/security/sessions/:id/end': {
    access: 'self',
    summary: 'Ends one of the caller’s sessions.',
    params: ByText,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/security/settings': {
    access: 'manage',
    confirms: true,
    summary: 'Changes when a second factor is required.',
    body: SecuritySettings,
    response: ActionAnswer,
  },
  'GET /api/json/notices': {
    access: 'self',
    summary: 'Returns the caller’s notification settings.',
    response: NoticesAnswer,
  },
  'POST /api/admin/notices': {
    access: 'self',
    summary: 'Changes the caller’s notification settings.',
    body: NoticeChoice,
    response: ActionAnswer,
  },
  'GET /api/json/business': {
    access: 'manage',
    summary: 'Returns the facts of the business and their last changes.',
    response: BusinessAnswer,
  },
  'POST /api/admin/business': {
    access: 'manage',
    confirms: true,
    summary: 'Changes the facts of the business and rebuilds the website’s pages.',
    body: BusinessSettings,
    response: ActionAnswer,
  },
  'POST /api/admin/privacy/find': {
    access: 'manage',
    summary: 'Counts what is stored about a person.',
    body: ByEmail,
    response: PersonFound,
  },
  'GET /api/admin/privacy/person.tar': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads everything about a person, with their files.',
    query: ByEmail,
    responseType: 'application/x-tar',
  },
  'POST /api/admin/privacy/erase': {
    access: 'manage',
    confirms: true,
    summary: 'Erases a person. Orders stay with their numbers and amounts.',
    body: ByEmail,
    response: ActionAnswer,
  },
  'GET /api/json/audit': {
    access: 'manage',
    summary: 'Lists who did what.',
    query: ListAudit,
    response: AuditAnswer,
  },
  'GET /api/json/audit.csv': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads the audit log as a spreadsheet.',
    query: ListAudit,
    responseType: 'text/csv',
  },
  'POST /api/admin/invitation': {
    access: 'public',
    summary: 'Returns what an invitation is for.',
    limits: [{ name: 'invitation', perMinute: 10 }],
    body: OpenInvitation,
    response: InvitationAnswer,
  },
  'POST /api/admin/invitation/accept': {
    access: 'public',
    summary: 'Sets the invited person’s password and logs them in.',
    limits: [{ name: 'invitation', perMinute: 10 }],
    body: AcceptInvitation,
    response: LoginAnswer,
  },
} satisfies EndpointTable;
