export { InstanceJobsScreen } from './jobs.tsx';
export { InstanceStatusScreen } from './status.tsx';
export { InstanceScreen } from './users.tsx';
