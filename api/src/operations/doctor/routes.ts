import type { Mount } from '../../http/endpoints/mount.ts';
import type { DoctorContext } from './check.ts';
import { runDoctor } from './run-doctor.ts';

export function doctorRoutes(mount: Mount, context: DoctorContext): void {
  mount('GET /api/admin/doctor', async () => ({ success: true, lines: await runDoctor(context) }));
}
