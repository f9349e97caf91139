import { chooseServer, currentOf, useServers } from './servers-store.ts';

/** Below the login: whose login it is, and the way to the other shops. */
export function ChooseAnother() {
  const server = useServers(currentOf);
  return (
    <p className="admin-aside servers-choose">
      <bdi>{server?.address}</bdi>
      <button type="button" className="link" onClick={() => chooseServer(true)}>
        Switch shops
      </button>
    </p>
  );
}
