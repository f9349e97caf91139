/** The first administrator of the server under test. */
export const ADMIN = { username: 'ada', password: 'a quiet north window' };
