// Written by `npm run openapi` from openapi.json.
import { operation } from './operation.ts';

export type AdaptiveClaims = Readonly<
  Record<
    string,
    | { readonly type: 'boolean'; readonly description: string }
    | { readonly type: 'number'; readonly description: string }
    | { readonly type: 'string'; readonly enum?: readonly string[]; readonly description: string }
    | {
        readonly type: 'array';
        readonly description: string;
        readonly items:
          | { readonly type: 'boolean'; readonly description: string }
          | { readonly type: 'number'; readonly description: string }
          | { readonly type: 'string'; readonly enum?: readonly string[]; readonly description: string };
      }
    | {
        readonly type: 'object';
        readonly description: string;
        readonly properties: AdaptiveClaims;
        readonly additionalProperties: false;
      }
  >
>;
export type AdaptiveJSONSchema = {
  readonly $schema?: 'http://json-schema.org/draft-07/schema#';
  readonly type: 'object';
  readonly properties: AdaptiveClaims;
  readonly additionalProperties: false;
};
export type TranslationInstructions = {
  readonly object: 'document';
  readonly data: { readonly schemaVersion?: number; readonly [name: string]: unknown };
  readonly nodes: readonly { readonly object: 'block'; readonly type: string; readonly [name: string]: unknown }[];
  readonly [name: string]: unknown;
};
export type ApiInformation = { readonly version: string; readonly build: string };
export type Error = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly requestId: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
};
export type User = {
  readonly object: 'user';
  readonly id: string;
  readonly displayName: string;
  readonly email?: string;
  readonly photoURL?: string;
  readonly unproven?: true;
  readonly urls: { readonly location: string };
};
export type ApiToken = {
  readonly object: 'api-token';
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt?: string;
};
export type IssuedApiToken = {
  readonly object: 'api-token';
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly token: string;
};
export type InstanceUser = {
  readonly object: 'user';
  readonly id: string;
  readonly displayName: string;
  readonly email?: string;
  readonly photoURL?: string;
  readonly unproven?: true;
  readonly urls: { readonly location: string };
  readonly disabled: boolean;
};
export type InstanceJob = {
  readonly object: 'job';
  readonly id: string;
  readonly kind: string;
  readonly queue?: 'mail' | 'webhooks' | 'system' | 'content';
  readonly status: 'waiting' | 'scheduled' | 'running' | 'cancelling' | 'failed' | 'cancelled';
  readonly organization?: string;
  readonly subject?: {
    readonly type:
      | 'import-run'
      | 'translation'
      | 'openapi-spec'
      | 'webhook-delivery'
      | 'webhook'
      | 'invitation'
      | 'email-domain'
      | 'site'
      | 'upload'
      | 'space';
    readonly id: string;
  };
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly enqueuedAt: string;
  readonly dueAt: string;
  readonly startedAt?: string;
  readonly worker?: string;
  readonly error?: string;
  readonly urls: { readonly location: string };
};
export type InstanceStatus = {
  readonly object: 'instance-status';
  readonly problems: readonly string[];
  readonly jobs: {
    readonly waiting: number;
    readonly scheduled: number;
    readonly running: number;
    readonly cancelling: number;
    readonly failed: number;
  };
  readonly storage: {
    readonly files: number;
    readonly database?: number;
    readonly organizations: readonly { readonly id: string; readonly title: string; readonly bytes: number }[];
  };
  readonly garbageCollection: {
    readonly finishedAt?: string;
    readonly condemnedObjects: number;
    readonly condemnedFiles: number;
    readonly deletedObjects: number;
    readonly deletedFiles: number;
  };
  readonly backups?: { readonly next?: string; readonly last?: InstanceBackup; readonly complete?: InstanceBackup };
};
export type InstanceBackup = {
  readonly name: string;
  readonly state: 'running' | 'complete' | 'failed';
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly bytes?: number;
  readonly error?: string;
};
export type Organization = {
  readonly object: 'organization';
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly emailDomains: readonly string[];
  readonly hostname?: string;
  readonly type: 'business' | 'community';
  readonly useCase?:
    | 'internalDocs'
    | 'docsSite'
    | 'audienceControlledSite'
    | 'productDocs'
    | 'teamKnowledgeBase'
    | 'designSystem'
    | 'openSourceDocs'
    | 'notes'
    | 'other';
  readonly communityType?: 'nonProfit' | 'openSource' | 'education';
  readonly defaultRole?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly defaultContent?: { readonly type: 'site'; readonly site: string };
  readonly sso?: boolean;
  readonly ai?: boolean;
  readonly inviteLinks: boolean;
  readonly plan:
    'free_2024' | 'plus_2024' | 'pro_2024' | 'enterprise_2024' | 'community_2024' | 'free' | 'plus' | 'pro';
  readonly billing?: {
    readonly interval: 'monthly' | 'yearly';
    readonly endDate: string | null;
    readonly hasPaymentFailed: boolean;
    readonly isScheduledToCancel: boolean;
    readonly pricing: {
      readonly members: {
        readonly plus_2024: { readonly monthly: number; readonly yearly: number };
        readonly pro_2024: { readonly monthly: number; readonly yearly: number };
      };
      readonly sites: {
        readonly premium: { readonly monthly: number; readonly yearly: number };
        readonly ultimate: { readonly monthly: number; readonly yearly: number };
      };
    };
  };
  readonly trial: {
    readonly status: 'notapplicable' | 'none' | 'active' | 'ended' | 'expired';
    readonly count: number;
  };
  readonly internal_isOnNewTrial: true;
  readonly mergeRules: MergeRules;
  readonly urls: { readonly location: string; readonly app: string; readonly logo?: string };
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly admin: boolean;
    readonly ownTeam: boolean;
    readonly createContent: boolean;
    readonly createOpenAPISpec: boolean;
    readonly ingestConversations: boolean;
    readonly viewBilling: boolean;
    readonly listMembers: boolean;
    readonly listTeams: boolean;
    readonly listIntegrations: boolean;
    readonly listInstallations: boolean;
    readonly installIntegration: boolean;
  };
};
export type MergeRules = {
  readonly type: 'none' | 'rules';
  readonly rules?: readonly (
    | {
        readonly rule:
          | 'require_at_least_one_review'
          | 'require_at_least_one_approved_review'
          | 'require_all_reviews_approved'
          | 'require_up_to_date_change_request'
          | 'require_change_request_subject'
          | 'require_change_request_description'
          | 'require_author_to_merge';
      }
    | {
        readonly rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
        readonly users: readonly string[];
      }
    | { readonly rule: 'custom'; readonly expression: string; readonly message?: string }
  )[];
  readonly approvals?: number;
  readonly upToDate?: boolean;
  readonly commentsResolved?: boolean;
  readonly subject?: boolean;
  readonly expression?: string;
};
export type OrganizationsForEmailDomain = { readonly organizations: readonly Organization[] };
export type Subdomain = {
  readonly object: 'subdomain';
  readonly subdomain: string;
  readonly target: { readonly type: 'organization'; readonly organization: string };
  readonly isActive: boolean;
};
export type InstanceOrganization = {
  readonly object: 'organization';
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly emailDomains: readonly string[];
  readonly hostname?: string;
  readonly sso: boolean;
  readonly members: number;
  readonly urls: { readonly location: string; readonly app: string };
};
export type EmailDomain = {
  readonly object: 'email-domain';
  readonly domain: string;
  readonly status: 'pending' | 'proven' | 'failed';
  readonly provenBy?: 'dns' | 'operator';
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string };
  readonly since: string;
  readonly checkedAt?: string;
  readonly finding?: 'found' | 'absent' | 'unreachable' | 'taken';
  readonly missingSince?: string;
};
export type Member = {
  readonly object: 'member';
  readonly id: string;
  readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly user: User;
  readonly disabled: boolean;
  readonly joinedAt: string;
  readonly lastSeenAt?: string;
  readonly sso: boolean;
  readonly spaces: number;
  readonly teams: number;
  readonly sites: number;
};
export type MemberSpace = {
  readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly space: Space;
};
export type Space = {
  readonly object: 'space';
  readonly id: string;
  readonly title: string;
  readonly emoji: string;
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string;
  readonly editMode: 'live' | 'locked';
  readonly urls: {
    readonly location: string;
    readonly app: string;
    readonly icon?: string;
    readonly published?: string;
  };
  readonly organization: string;
  readonly parent?: string;
  readonly revision: string;
  readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  readonly gitSync?: {
    readonly repoName?: string;
    readonly installationStatus: 'active' | 'pending';
    readonly installationId: string;
    readonly installationProvider?: 'github' | 'gitlab';
    readonly integration?: string;
    readonly url?: string;
    readonly updatedAt?: string;
  };
  readonly mergeRules: SpaceMergeRules;
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly edit: boolean;
    readonly triggerGitSync: boolean;
    readonly comment: boolean;
    readonly merge: boolean;
    readonly review: boolean;
    readonly installIntegration: false;
  };
};
export type SpaceMergeRules = {
  readonly type: 'none' | 'rules' | 'inherit';
  readonly rules?: readonly (
    | {
        readonly rule:
          | 'require_at_least_one_review'
          | 'require_at_least_one_approved_review'
          | 'require_all_reviews_approved'
          | 'require_up_to_date_change_request'
          | 'require_change_request_subject'
          | 'require_change_request_description'
          | 'require_author_to_merge';
      }
    | {
        readonly rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
        readonly users: readonly string[];
      }
    | { readonly rule: 'custom'; readonly expression: string; readonly message?: string }
  )[];
  readonly approvals?: number;
  readonly upToDate?: boolean;
  readonly commentsResolved?: boolean;
  readonly subject?: boolean;
  readonly expression?: string;
};
export type VisitorClaims = { readonly serviceVisitorClaims: string };
export type OrganizationKeys = {
  readonly keys: readonly { readonly kid: string; readonly kty: string; readonly [name: string]: unknown }[];
};
export type Team = {
  readonly object: 'team';
  readonly id: string;
  readonly title: string;
  readonly members: number;
  readonly spaces: number;
  readonly createdAt: string;
  readonly permissions: { readonly admin: boolean; readonly view: boolean };
};
export type TeamMember = {
  readonly organization: Member;
  readonly team: { readonly role: 'owner' | 'member' };
  readonly permissions: { readonly view: boolean };
};
export type TeamOfMember = { readonly team: Team; readonly member: { readonly role: 'owner' | 'member' } };
export type AuditEvent = {
  readonly object: 'audit-event';
  readonly id: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly actor: { readonly type: 'user' | 'system'; readonly id: string; readonly label?: string };
  readonly target: { readonly type: string; readonly id: string };
  readonly space?: string;
  readonly token?: string;
  readonly address?: string;
  readonly requestId?: string;
  readonly source: 'api';
  readonly schemaVersion: 1;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly urls: { readonly location: string };
};
export type AuditEventActions = {
  readonly items: readonly { readonly object: 'audit-event-action'; readonly id: string; readonly label: string }[];
};
export type StorageUploadURL = { readonly object: 'storage-signed-url'; readonly url: string; readonly key: string };
export type Collection = {
  readonly object: 'collection';
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly organization: string;
  readonly parent?: string;
  readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
  readonly urls: { readonly location: string; readonly app: string };
  readonly permissions: {
    readonly view: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly create: boolean;
  };
};
export type TransferredCollection = {
  readonly object: 'collection';
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly organization: string;
  readonly parent?: string;
  readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
  readonly urls: { readonly location: string; readonly app: string };
  readonly permissions: {
    readonly view: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly create: boolean;
  };
  readonly dropped: DroppedInTransfer;
};
export type DroppedInTransfer = { readonly users: readonly string[]; readonly teams: readonly string[] };
export type TransferredSpace = {
  readonly object: 'space';
  readonly id: string;
  readonly title: string;
  readonly emoji: string;
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string;
  readonly editMode: 'live' | 'locked';
  readonly urls: {
    readonly location: string;
    readonly app: string;
    readonly icon?: string;
    readonly published?: string;
  };
  readonly organization: string;
  readonly parent?: string;
  readonly revision: string;
  readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  readonly gitSync?: {
    readonly repoName?: string;
    readonly installationStatus: 'active' | 'pending';
    readonly installationId: string;
    readonly installationProvider?: 'github' | 'gitlab';
    readonly integration?: string;
    readonly url?: string;
    readonly updatedAt?: string;
  };
  readonly mergeRules: SpaceMergeRules;
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly edit: boolean;
    readonly triggerGitSync: boolean;
    readonly comment: boolean;
    readonly merge: boolean;
    readonly review: boolean;
    readonly installIntegration: false;
  };
  readonly dropped: DroppedInTransfer;
};
export type UserPermission = {
  readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly user: User;
};
export type TeamPermission = {
  readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly team: Team;
};
export type PermissionAggregate = {
  readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly user: User;
  readonly reasons: readonly {
    readonly kind: 'administrator' | 'grant' | 'team' | 'default';
    readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
    readonly space?: string;
    readonly collection?: string;
    readonly site?: string;
    readonly team?: { readonly id: string; readonly title: string };
  }[];
};
export type SitePermissionAggregate = {
  readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly user: User;
  readonly reasons: readonly {
    readonly kind: 'administrator' | 'grant' | 'team' | 'default';
    readonly permission: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
    readonly space?: string;
    readonly collection?: string;
    readonly site?: string;
    readonly team?: { readonly id: string; readonly title: string };
  }[];
  readonly origin:
    | { readonly type: 'organization'; readonly organization: string }
    | { readonly type: 'site'; readonly site: string; readonly reason: 'member' | 'team'; readonly team?: string };
  readonly disabled: false;
  readonly lastSeenAt?: string;
};
export type ChangeRequest = {
  readonly object: 'change-request';
  readonly id: string;
  readonly number: number;
  readonly status: 'draft' | 'open' | 'archived' | 'merged';
  readonly subject: string;
  readonly description?: { readonly object: 'document'; readonly [name: string]: unknown };
  readonly links: readonly {
    readonly id: string;
    readonly ref: { readonly kind: 'url'; readonly url: string };
    readonly title?: string;
  }[];
  readonly space: string;
  readonly createdBy: User;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mergedBy?: User;
  readonly mergedAt?: string;
  readonly revision: string;
  readonly revisionInitial: string;
  readonly revisionMergedAncestor?: string;
  readonly revisionMerged?: string;
  readonly comments: number;
  readonly outdated: boolean;
  readonly agentTaskId?: string;
  readonly urls: { readonly app: string; readonly location: string };
};
export type Contributor = {
  readonly user: User;
  readonly updatedAt: string;
  readonly count: number;
  readonly actionType: 'edit';
};
export type AgentConversation = {
  readonly object: 'agent-conversation';
  readonly id: string;
  readonly title?: string;
  readonly shared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type ContentEdit = {
  readonly changes: readonly (
    | {
        readonly object: 'created_page';
        readonly page: { readonly object: 'page'; readonly id: string; readonly urls: { readonly location: string } };
        readonly ref?: string;
      }
    | {
        readonly object: 'updated_page';
        readonly page: { readonly object: 'page'; readonly id: string; readonly urls: { readonly location: string } };
      }
    | { readonly object: 'deleted_page'; readonly page: string }
  )[];
  readonly insertedFiles?: readonly {
    readonly id: string;
    readonly name: string;
    readonly contentType: string;
    readonly downloadURL: string;
    readonly size: number;
    readonly dimensions?: { readonly width: number; readonly height: number };
    readonly git?: GitBlob;
    readonly ref?: string;
  }[];
  readonly touchedFiles?: readonly (
    | { readonly object: 'updated_file'; readonly file: File }
    | { readonly object: 'deleted_file'; readonly file: string }
  )[];
  readonly touchedReusableContents?: readonly (
    | {
        readonly object: 'created_reusable_content';
        readonly reusableContent: { readonly id: string; readonly title: string; readonly document: string };
        readonly ref?: string;
      }
    | {
        readonly object: 'updated_reusable_content';
        readonly reusableContent: { readonly id: string; readonly title: string; readonly document: string };
      }
    | { readonly object: 'deleted_reusable_content'; readonly reusableContent: string }
  )[];
  readonly touchedVariables?: Readonly<Record<string, string | number | boolean | null>>;
  readonly changeRequest: ChangeRequest;
};
export type GitBlob = { readonly oid: string; readonly path: string };
export type File = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly downloadURL: string;
  readonly size: number;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly git?: GitBlob;
};
export type Revision = {
  readonly object: 'revision';
  readonly id: string;
  readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  readonly parents: readonly string[];
  readonly pages: readonly Page[];
  readonly files: readonly File[];
  readonly reusableContents: readonly ReusableContent[];
  readonly tags: readonly unknown[];
  readonly variables: Readonly<Record<string, string | number | boolean>>;
  readonly createdAt: string;
  readonly createdBy?: User;
  readonly mergedFrom?: ChangeRequest;
  readonly git?: GitCommit;
  readonly urls: { readonly app: string };
};
export type Page =
  | {
      readonly id: string;
      readonly title: string;
      readonly emoji?: string;
      readonly icon?: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly git?: GitBlob;
      readonly hidden: boolean;
      readonly noIndex: boolean;
      readonly noRobotsIndex: boolean;
      readonly kind: 'sheet';
      readonly type: 'document';
      readonly urls: { readonly app: string };
      readonly slug: string;
      readonly path: string;
      readonly description?: string;
      readonly condition?: string;
      readonly layout: {
        readonly width: 'default' | 'wide';
        readonly cover: boolean;
        readonly coverSize: 'hero' | 'full' | 'background';
        readonly coverMask: 'none';
        readonly title: boolean;
        readonly description: boolean;
        readonly tableOfContents: boolean;
        readonly outline: boolean;
        readonly pagination: boolean;
        readonly metadata: boolean;
        readonly tags: true;
        readonly actions: true;
        readonly anchors: true;
      };
      readonly cover?: {
        readonly ref?:
          { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
        readonly refDark?:
          { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
        readonly yPos: number;
      };
      readonly variables?: Readonly<Record<string, string | number | boolean>>;
      readonly documentId?: string;
      readonly computed?: {
        readonly type: string;
        readonly props: Readonly<Record<string, unknown>>;
        readonly dependencies?: Readonly<Record<string, unknown>>;
        readonly [name: string]: unknown;
      };
      readonly computedSeed?: string;
      readonly markdown?: string;
      readonly document?: DocumentModel;
      readonly tags: readonly unknown[];
      readonly pages: readonly Page[];
    }
  | {
      readonly id: string;
      readonly title: string;
      readonly emoji?: string;
      readonly icon?: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly git?: GitBlob;
      readonly hidden: boolean;
      readonly noIndex: boolean;
      readonly noRobotsIndex: boolean;
      readonly kind: 'group';
      readonly type: 'group';
      readonly slug: string;
      readonly path: string;
      readonly condition?: string;
      readonly pages: readonly Page[];
    }
  | {
      readonly id: string;
      readonly title: string;
      readonly emoji?: string;
      readonly icon?: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly git?: GitBlob;
      readonly kind: 'link';
      readonly type: 'link';
      readonly target: { readonly kind: string; readonly [name: string]: unknown };
      readonly href?: string;
      readonly hidden: boolean;
    }
  | {
      readonly id: string;
      readonly title: string;
      readonly emoji?: string;
      readonly icon?: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly git?: GitBlob;
      readonly type: 'computed';
      readonly computed: {
        readonly type: string;
        readonly props: Readonly<Record<string, unknown>>;
        readonly dependencies: Readonly<Record<string, unknown>>;
        readonly [name: string]: unknown;
      };
      readonly computedSeed?: string;
    };
export type DocumentModel = {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number; readonly [name: string]: unknown };
  readonly nodes: readonly {
    readonly object: 'block';
    readonly type: string;
    readonly key: string;
    readonly [name: string]: unknown;
  }[];
  readonly [name: string]: unknown;
};
export type ReusableContent = {
  readonly id: string;
  readonly title: string;
  readonly document?: string;
  readonly markdown?: string;
  readonly git?: GitBlob;
};
export type GitCommit = {
  readonly oid: string;
  readonly message: string;
  readonly createdByService: boolean;
  readonly createdByGitBook: boolean;
  readonly url?: string;
  readonly ref?: string;
};
export type MergeResult = { readonly revision: string; readonly result: 'merge' };
export type UpdateResult = {
  readonly revision: string;
  readonly result: 'update' | 'conflicts';
  readonly conflicts?: readonly Conflict[];
};
export type Conflict = {
  readonly kind: 'content' | 'field' | 'edit-delete' | 'move-cycle' | 'orphan' | 'slug' | 'order' | 'file' | 'variable';
  readonly subject: { readonly kind: 'page' | 'file' | 'reusable-content' | 'variable'; readonly id: string };
  readonly page?: string;
  readonly path: string;
  readonly field?: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
};
export type Review = {
  readonly object: 'change-request-review';
  readonly id: string;
  readonly revision: string;
  readonly reviewer: User;
  readonly requestedBy?: User;
  readonly status: 'approved' | 'changes-requested';
  readonly outdated: boolean;
  readonly comment?: Comment;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly urls: { readonly location: string };
};
export type Comment = {
  readonly object: 'comment';
  readonly id: string;
  readonly postedBy: User;
  readonly postedAt: string;
  readonly editedAt?: string;
  readonly reactions: readonly {
    readonly emoji: string;
    readonly count: number;
    readonly users: readonly { readonly user: User; readonly reactedAt: string }[];
  }[];
  readonly body:
    | { readonly markdown: string }
    | { readonly document: { readonly object: 'document'; readonly [name: string]: unknown } };
  readonly urls: { readonly location: string };
  readonly permissions: {
    readonly view: boolean;
    readonly edit: boolean;
    readonly reply: boolean;
    readonly delete: boolean;
  };
  readonly replies: number;
  readonly repliers: readonly { readonly updatedAt: string; readonly count: number; readonly user: User }[];
  readonly target: {
    readonly node?: { readonly id: string; readonly preview: string };
    readonly changeRequest?: string;
    readonly review?: string;
    readonly page?: {
      readonly id: string;
      readonly title: string;
      readonly emoji?: string;
      readonly icon?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly path: string;
      readonly outdated: boolean;
    };
    readonly space: string;
    readonly revision: string;
  };
  readonly status: 'open' | 'resolved';
  readonly resolvedAt?: string;
  readonly resolvedBy?: User;
};
export type RequestedReviewer =
  | {
      readonly object: 'change-request-requested-reviewer';
      readonly requestedBy: User;
      readonly revision: string;
      readonly createdAt: string;
      readonly kind: 'user';
      readonly user: User;
    }
  | {
      readonly object: 'change-request-requested-reviewer';
      readonly requestedBy: User;
      readonly revision: string;
      readonly createdAt: string;
      readonly kind: 'team';
      readonly team: { readonly object: 'team'; readonly id: string; readonly title: string };
    };
export type RequestedReviewers = { readonly users: readonly RequestedReviewer[] };
export type CommentReply = {
  readonly object: 'comment-reply';
  readonly id: string;
  readonly postedBy: User;
  readonly postedAt: string;
  readonly editedAt?: string;
  readonly reactions: readonly {
    readonly emoji: string;
    readonly count: number;
    readonly users: readonly { readonly user: User; readonly reactedAt: string }[];
  }[];
  readonly body:
    | { readonly markdown: string }
    | { readonly document: { readonly object: 'document'; readonly [name: string]: unknown } };
  readonly urls: { readonly location: string };
  readonly permissions: {
    readonly view: boolean;
    readonly edit: boolean;
    readonly reply: boolean;
    readonly delete: boolean;
  };
};
export type Commenter = {
  readonly object: 'member';
  readonly id: string;
  readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly user: User;
  readonly disabled: boolean;
  readonly joinedAt: string;
  readonly lastSeenAt?: string;
  readonly sso: boolean;
  readonly spaces: number;
  readonly teams: number;
  readonly sites: number;
  readonly updatedAt: string;
  readonly count: number;
};
export type OpenConflict = Conflict;
export type ConflictsLeft = { readonly revision: string; readonly conflicts: readonly Conflict[] };
export type SpaceEdit = {
  readonly changes: readonly (
    | {
        readonly object: 'created_page';
        readonly page: { readonly object: 'page'; readonly id: string; readonly urls: { readonly location: string } };
        readonly ref?: string;
      }
    | {
        readonly object: 'updated_page';
        readonly page: { readonly object: 'page'; readonly id: string; readonly urls: { readonly location: string } };
      }
    | { readonly object: 'deleted_page'; readonly page: string }
  )[];
  readonly insertedFiles?: readonly {
    readonly id: string;
    readonly name: string;
    readonly contentType: string;
    readonly downloadURL: string;
    readonly size: number;
    readonly dimensions?: { readonly width: number; readonly height: number };
    readonly git?: GitBlob;
    readonly ref?: string;
  }[];
  readonly touchedFiles?: readonly (
    | { readonly object: 'updated_file'; readonly file: File }
    | { readonly object: 'deleted_file'; readonly file: string }
  )[];
  readonly touchedReusableContents?: readonly (
    | {
        readonly object: 'created_reusable_content';
        readonly reusableContent: { readonly id: string; readonly title: string; readonly document: string };
        readonly ref?: string;
      }
    | {
        readonly object: 'updated_reusable_content';
        readonly reusableContent: { readonly id: string; readonly title: string; readonly document: string };
      }
    | { readonly object: 'deleted_reusable_content'; readonly reusableContent: string }
  )[];
  readonly touchedVariables?: Readonly<Record<string, string | number | boolean | null>>;
  readonly revision: string;
};
export type Pages = { readonly pages: readonly Page[] };
export type PageMetaLinks = {
  readonly canonical?:
    { readonly kind: 'page'; readonly page: string } | { readonly kind: 'url'; readonly url: string };
  readonly alternates?: readonly (
    { readonly kind: 'page'; readonly page: string } | { readonly kind: 'url'; readonly url: string }
  )[];
};
export type ComputedRevision = {
  readonly pages: readonly Page[];
  readonly files: readonly File[];
  readonly reusableContents: readonly ReusableContent[];
};
export type RenderedContent = {
  readonly html: string;
  readonly outline: readonly { readonly id: string; readonly title: string; readonly level: number }[];
  readonly plain: boolean;
};
export type ImportResult = {
  readonly revision: string;
  readonly importedResources: number;
  readonly totalResources: number;
};
export type ImportRun = {
  readonly object: 'import-run';
  readonly id: string;
  readonly status: 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled';
  readonly reason?: string;
  readonly source:
    | { readonly type: 'website'; readonly url: string }
    | { readonly type: 'file'; readonly files: readonly string[] }
    | { readonly type: 'git'; readonly url: string; readonly ref: string; readonly directory: string };
  readonly target: { readonly space: string; readonly changeRequest?: string; readonly page?: string };
  readonly site?: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly updatedAt: string;
  readonly revision?: string;
  readonly progress: { readonly done: number; readonly total: number };
  readonly counts?: { readonly imported: number; readonly changed: number; readonly lost: number };
  readonly report?: readonly {
    readonly outcome: 'imported' | 'changed' | 'lost';
    readonly item: string;
    readonly reason?: string;
    readonly page?: string;
    readonly file?: string;
  }[];
  readonly urls: { readonly location: string };
};
export type Template = {
  readonly object: 'template';
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly pages: readonly { readonly title: string; readonly level: number }[];
};
export type SemanticChanges = {
  readonly mergedFrom?: ChangeRequest;
  readonly changes: readonly SemanticChange[];
  readonly more?: number;
};
export type SemanticChange =
  | { readonly type: 'page_created'; readonly page: ChangedPage }
  | { readonly type: 'page_edited'; readonly page: ChangedPage; readonly attributes: ChangedPageAttributes }
  | { readonly type: 'page_deleted'; readonly page: ChangedPage }
  | {
      readonly type: 'page_moved';
      readonly page: ChangedPage;
      readonly parent: { readonly before?: ChangedPage; readonly after?: ChangedPage };
      readonly position: { readonly before: number; readonly after: number };
    }
  | { readonly type: 'file_created'; readonly file: ChangedFile }
  | { readonly type: 'file_edited'; readonly file: ChangedFile; readonly attributes: ChangedFileAttributes }
  | { readonly type: 'file_deleted'; readonly file: ChangedFile }
  | {
      readonly type: 'variables_edited';
      readonly variables: Readonly<
        Record<string, { readonly before?: string | number | boolean; readonly after?: string | number | boolean }>
      >;
    }
  | { readonly type: 'reusable_content_created'; readonly reusableContent: ChangedReusableContent }
  | {
      readonly type: 'reusable_content_edited';
      readonly reusableContent: ChangedReusableContent;
      readonly attributes: {
        readonly title?: { readonly before?: string; readonly after?: string };
        readonly document?: { readonly before?: string; readonly after?: string; readonly hunks: DocumentHunks };
        readonly frontMatter?: {
          readonly before?: Readonly<Record<string, unknown>>;
          readonly after?: Readonly<Record<string, unknown>>;
        };
        readonly git?: { readonly before?: GitBlob; readonly after?: GitBlob };
      };
    }
  | { readonly type: 'reusable_content_deleted'; readonly reusableContent: ChangedReusableContent };
export type ChangedPage = {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly path?: string;
};
export type ChangedPageAttributes = {
  readonly type?: { readonly before?: string; readonly after?: string };
  readonly slug?: { readonly before?: string; readonly after?: string };
  readonly title?: { readonly before?: string; readonly after?: string };
  readonly emoji?: { readonly before?: string; readonly after?: string };
  readonly icon?: { readonly before?: string; readonly after?: string };
  readonly description?: { readonly before?: string; readonly after?: string };
  readonly hidden?: { readonly before?: boolean; readonly after?: boolean };
  readonly noIndex?: { readonly before?: boolean; readonly after?: boolean };
  readonly noRobotsIndex?: { readonly before?: boolean; readonly after?: boolean };
  readonly condition?: { readonly before?: string; readonly after?: string };
  readonly layout?: {
    readonly before?: {
      readonly width: 'default' | 'wide';
      readonly cover: boolean;
      readonly coverSize: 'hero' | 'full' | 'background';
      readonly coverMask: 'none';
      readonly title: boolean;
      readonly description: boolean;
      readonly tableOfContents: boolean;
      readonly outline: boolean;
      readonly pagination: boolean;
      readonly metadata: boolean;
      readonly tags: true;
      readonly actions: true;
      readonly anchors: true;
    };
    readonly after?: {
      readonly width: 'default' | 'wide';
      readonly cover: boolean;
      readonly coverSize: 'hero' | 'full' | 'background';
      readonly coverMask: 'none';
      readonly title: boolean;
      readonly description: boolean;
      readonly tableOfContents: boolean;
      readonly outline: boolean;
      readonly pagination: boolean;
      readonly metadata: boolean;
      readonly tags: true;
      readonly actions: true;
      readonly anchors: true;
    };
  };
  readonly cover?: {
    readonly before?: {
      readonly ref?: { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
      readonly refDark?:
        { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
      readonly yPos: number;
    };
    readonly after?: {
      readonly ref?: { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
      readonly refDark?:
        { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
      readonly yPos: number;
    };
  };
  readonly variables?: {
    readonly before?: Readonly<Record<string, string | number | boolean>>;
    readonly after?: Readonly<Record<string, string | number | boolean>>;
  };
  readonly target?: {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  };
  readonly href?: { readonly before?: string; readonly after?: string };
  readonly linkTitle?: { readonly before?: string; readonly after?: string };
  readonly computed?: {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  };
  readonly computedSeed?: { readonly before?: string; readonly after?: string };
  readonly frontMatter?: {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  };
  readonly document?: { readonly before?: string; readonly after?: string; readonly hunks: DocumentHunks };
  readonly git?: { readonly before?: GitBlob; readonly after?: GitBlob };
};
export type DocumentHunks = {
  readonly lines: readonly {
    readonly before: { readonly at: number; readonly lines: readonly string[] };
    readonly after: { readonly at: number; readonly lines: readonly string[] };
  }[];
  readonly blocks: readonly {
    readonly before: {
      readonly at: number;
      readonly nodes: readonly { readonly object: 'block'; readonly type: string; readonly [name: string]: unknown }[];
    };
    readonly after: {
      readonly at: number;
      readonly nodes: readonly { readonly object: 'block'; readonly type: string; readonly [name: string]: unknown }[];
    };
  }[];
  readonly truncated?: true;
};
export type ChangedFile = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly downloadURL: string;
};
export type ChangedFileAttributes = {
  readonly name?: { readonly before?: string; readonly after?: string };
  readonly downloadURL?: { readonly before?: string; readonly after?: string };
  readonly size?: { readonly before?: number; readonly after?: number };
  readonly contentType?: { readonly before?: string; readonly after?: string };
  readonly dimensions?: {
    readonly before?: { readonly width: number; readonly height: number };
    readonly after?: { readonly width: number; readonly height: number };
  };
  readonly git?: { readonly before?: GitBlob; readonly after?: GitBlob };
};
export type ChangedReusableContent = { readonly id: string; readonly title: string; readonly document?: string };
export type RevisionSummary = {
  readonly object: 'revision';
  readonly id: string;
  readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  readonly parents: readonly string[];
  readonly createdAt: string;
  readonly createdBy?: User;
  readonly mergedFrom?: ChangeRequest;
  readonly git?: GitCommit;
  readonly urls: { readonly app: string; readonly location: string };
};
export type RestoreResult = { readonly revision: string; readonly result: 'rollback' | 'unchanged' };
export type GitSync = {
  readonly repoName?: string;
  readonly installationStatus: 'active' | 'pending';
  readonly installationId: string;
  readonly installationProvider?: 'github' | 'gitlab';
  readonly integration?: string;
  readonly url?: string;
  readonly updatedAt?: string;
  readonly state: 'idle' | 'importing' | 'exporting' | 'failed';
  readonly synced?: {
    readonly url: string;
    readonly ref: string;
    readonly directory: string;
    readonly commit: string;
    readonly revision: string;
  };
  readonly ignored?: { readonly timestamp: string; readonly at: string };
  readonly lastOperation?: {
    readonly kind: 'import' | 'export';
    readonly url: string;
    readonly ref: string;
    readonly commit?: string;
    readonly revision?: string;
    readonly startedAt: string;
    readonly finishedAt?: string;
    readonly pages: number;
    readonly files: number;
    readonly outcome?: 'nothing' | 'replaced' | 'merged' | 'conflicts' | 'standalone' | 'exported' | 'cancelled';
    readonly changeRequest?: { readonly id: string; readonly number: number };
    readonly faults?: number;
    readonly retryAt?: string;
    readonly error?: string;
    readonly report: readonly {
      readonly level: 'warning' | 'info';
      readonly code: string;
      readonly path: string;
      readonly line?: number;
      readonly message: string;
      readonly paths?: readonly string[];
    }[];
  };
};
export type GitFollow = {
  readonly object: 'git-follow';
  readonly url: string;
  readonly ref: string;
  readonly repoProjectDirectory: string;
  readonly repoTreeURL?: string;
  readonly repoCommitURL?: string;
  readonly interval: number | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly checkedAt?: string;
  readonly commit?: string;
  readonly failure?: { readonly error: string; readonly since: string; readonly times: number };
  readonly paused?: {
    readonly reason: 'user-disabled' | 'permission-lost' | 'sso-required' | 'identity-provider-deleted';
    readonly message: string;
    readonly since: string;
  };
  readonly webhook: { readonly url: string; readonly secret?: string; readonly oldSecretUntil?: string };
};
export type ArchiveLink = {
  readonly url: string;
  readonly report: readonly {
    readonly level: 'warning' | 'info';
    readonly code: string;
    readonly path: string;
    readonly line?: number;
    readonly message: string;
    readonly paths?: readonly string[];
  }[];
};
export type ArchiveImport = {
  readonly revision: string;
  readonly pages: number;
  readonly files: number;
  readonly report: readonly {
    readonly level: 'warning' | 'info';
    readonly code: string;
    readonly path: string;
    readonly line?: number;
    readonly message: string;
    readonly paths?: readonly string[];
  }[];
};
export type Site = {
  readonly object: 'site';
  readonly id: string;
  readonly type: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
  readonly appliedType: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
  readonly title: string;
  readonly icon?:
    { readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {};
  readonly hostname?: string;
  readonly basename?: string;
  readonly proxy?: { readonly origin: string; readonly target: string };
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
  readonly published: boolean;
  readonly siteSpaces: number;
  readonly createdAt: string;
  readonly adaptiveContent?: { readonly enabled: boolean };
  readonly ads: { readonly status: 'pending'; readonly submittable: false };
  readonly agentsContext: 'excluded' | 'included';
  readonly features: readonly {
    readonly id:
      | 'sites-public-visibility'
      | 'sites-unlisted-visibility'
      | 'sites-share-links'
      | 'sites-visitor-authentication'
      | 'sites-adaptive-content'
      | 'sites-sections'
      | 'sites-multivariant-site'
      | 'sites-seo'
      | 'sites-basic-customization'
      | 'sites-advanced-customization'
      | 'sites-full-text-search'
      | 'sites-redirects'
      | 'sites-custom-domain'
      | 'sites-custom-subdirectory';
    readonly plan: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    readonly frozen: boolean;
    readonly customizations?: readonly (
      'header-logo' | 'theme-preset' | 'footer-logo' | 'footer-links' | 'footer-copyright' | 'semantic-colors'
    )[];
  }[];
  readonly urls: {
    readonly location: string;
    readonly app: string;
    readonly published?: string;
    readonly preview: string;
  };
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly edit: boolean;
    readonly create: boolean;
    readonly admin: boolean;
    readonly installIntegration: false;
    readonly viewAdaptiveSchema: boolean;
    readonly editAdaptiveSchema: boolean;
    readonly viewInsights: boolean;
  };
};
export type PublishedSite = {
  readonly object: 'published-content-site';
  readonly site: {
    readonly object: 'site';
    readonly id: string;
    readonly type: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    readonly appliedType: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    readonly title: string;
    readonly icon?:
      { readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {};
    readonly hostname?: string;
    readonly basename?: string;
    readonly proxy?: { readonly origin: string; readonly target: string };
    readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
    readonly defaultLevel: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
    readonly published: boolean;
    readonly siteSpaces: number;
    readonly createdAt: string;
    readonly adaptiveContent?: { readonly enabled: boolean };
    readonly ads: { readonly status: 'disabled'; readonly topic: 'webdev'; readonly zoneId: '' };
    readonly agentsContext: 'excluded' | 'included';
    readonly features: readonly {
      readonly id:
        | 'sites-public-visibility'
        | 'sites-unlisted-visibility'
        | 'sites-share-links'
        | 'sites-visitor-authentication'
        | 'sites-adaptive-content'
        | 'sites-sections'
        | 'sites-multivariant-site'
        | 'sites-seo'
        | 'sites-basic-customization'
        | 'sites-advanced-customization'
        | 'sites-full-text-search'
        | 'sites-redirects'
        | 'sites-custom-domain'
        | 'sites-custom-subdirectory';
      readonly plan: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
      readonly frozen: boolean;
      readonly customizations?: readonly (
        'header-logo' | 'theme-preset' | 'footer-logo' | 'footer-links' | 'footer-copyright' | 'semantic-colors'
      )[];
    }[];
    readonly urls: {
      readonly location: string;
      readonly app: string;
      readonly published?: string;
      readonly preview: string;
    };
    readonly permissions: {
      readonly view: boolean;
      readonly access: boolean;
      readonly edit: boolean;
      readonly create: boolean;
      readonly admin: boolean;
      readonly installIntegration: false;
      readonly viewAdaptiveSchema: boolean;
      readonly editAdaptiveSchema: boolean;
      readonly viewInsights: boolean;
    };
  };
  readonly structure: SiteStructure;
  readonly customizations: {
    readonly site: SiteCustomization;
    readonly siteSpaces: Readonly<Record<string, SiteCustomization>>;
  };
  readonly scripts: readonly {
    readonly script: string;
    readonly contentSecurityPolicy?: string;
    readonly cookies: boolean;
  }[];
};
export type SiteStructure =
  | {
      readonly type: 'sections';
      readonly structure: readonly (SiteSection | SiteSectionGroup | SiteExternalLink)[];
      readonly externalLinks?: readonly SiteExternalLink[];
    }
  | {
      readonly type: 'siteSpaces';
      readonly structure: readonly SiteSpace[];
      readonly externalLinks?: readonly SiteExternalLink[];
    };
export type SiteSection = {
  readonly object: 'site-section';
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly default: boolean;
  readonly draft: boolean;
  readonly path: string;
  readonly condition?: string;
  readonly sectionGroup?: string;
  readonly siteSpaces: readonly SiteSpace[];
  readonly urls: { readonly published?: string };
};
export type SiteSpace = {
  readonly object: 'site-space';
  readonly id: string;
  readonly path: string;
  readonly section?: string;
  readonly title: string;
  readonly default: boolean;
  readonly condition?: string;
  readonly draft: boolean;
  readonly hidden: boolean;
  readonly hasAdvancedCustomizationFeature: boolean;
  readonly space: Space;
  readonly urls: { readonly published?: string };
};
export type SiteSectionGroup = {
  readonly object: 'site-section-group';
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly draft: boolean;
  readonly sections: readonly SiteSection[];
  readonly children: readonly (SiteSection | SiteExternalLink)[];
};
export type SiteExternalLink = {
  readonly object: 'site-external-link';
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly localizedDescription?: Readonly<Record<string, string>>;
  readonly icon?: string;
  readonly url: string;
  readonly sectionGroup?: string;
  readonly draft: boolean;
  readonly condition?: string;
};
export type SiteCustomization = {
  readonly title?: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly styling: {
    readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
    readonly primaryColor: { readonly light: string; readonly dark: string };
    readonly tint?: { readonly color: { readonly light: string; readonly dark: string } };
    readonly infoColor: { readonly light: string; readonly dark: string };
    readonly successColor: { readonly light: string; readonly dark: string };
    readonly warningColor: { readonly light: string; readonly dark: string };
    readonly dangerColor: { readonly light: string; readonly dark: string };
    readonly corners: 'straight' | 'rounded' | 'circular';
    readonly depth: 'subtle' | 'flat';
    readonly links: 'default' | 'accent';
    readonly font:
      | (
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
        )
      | {
          readonly id: string;
          readonly custom: boolean;
          readonly fontFamily: string;
          readonly fontFaces: readonly {
            readonly weight: number;
            readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
          }[];
        };
    readonly headingFont?:
      | (
          | (
              | 'ABCFavorit'
              | 'Inter'
              | 'Roboto'
              | 'RobotoSlab'
              | 'OpenSans'
              | 'SourceSansPro'
              | 'Lato'
              | 'Ubuntu'
              | 'Raleway'
              | 'Merriweather'
              | 'Overpass'
              | 'NotoSans'
              | 'IBMPlexSerif'
              | 'Poppins'
              | 'FiraSans'
            )
          | {
              readonly id: string;
              readonly custom: boolean;
              readonly fontFamily: string;
              readonly fontFaces: readonly {
                readonly weight: number;
                readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
              }[];
            }
        )
      | null;
    readonly monospaceFont:
      | (
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
        )
      | {
          readonly id: string;
          readonly custom: boolean;
          readonly fontFamily: string;
          readonly fontFaces: readonly {
            readonly weight: number;
            readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
          }[];
        };
    readonly background: 'plain' | 'match';
    readonly icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    readonly codeTheme: {
      readonly default: {
        readonly light:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
        readonly dark:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
      };
      readonly openapi: {
        readonly light:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
        readonly dark:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
      };
    };
    readonly sidebar: { readonly background: 'default' | 'filled'; readonly list: 'default' | 'pill' | 'line' };
    readonly search: 'prominent' | 'subtle';
  };
  readonly favicon:
    { readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {};
  readonly announcement?: {
    readonly enabled: boolean;
    readonly message: string;
    readonly localizedMessage?: Readonly<Record<string, string>>;
    readonly link?: {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly to:
        | { readonly kind: 'url'; readonly url: string }
        | { readonly kind: 'space'; readonly space: string }
        | { readonly kind: 'page'; readonly page: string; readonly space?: string }
        | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
        | { readonly kind: 'file'; readonly file: string; readonly space?: string };
    };
    readonly style: 'info' | 'warning' | 'danger' | 'success';
  };
  readonly socialAccounts: readonly {
    readonly platform:
      | 'twitter'
      | 'instagram'
      | 'facebook'
      | 'linkedin'
      | 'github'
      | 'discord'
      | 'slack'
      | 'youtube'
      | 'tiktok'
      | 'reddit'
      | 'bluesky'
      | 'mastodon'
      | 'threads'
      | 'medium';
    readonly handle: string;
    readonly display: { readonly footer: boolean; readonly header: boolean };
  }[];
  readonly internationalization: {
    readonly locale:
      | 'en'
      | 'fr'
      | 'es'
      | 'zh'
      | 'ja'
      | 'de'
      | 'nl'
      | 'no'
      | 'pt-br'
      | 'ru'
      | 'ar'
      | 'bg'
      | 'cs'
      | 'da'
      | 'el'
      | 'fa'
      | 'fi'
      | 'he'
      | 'hi'
      | 'hu'
      | 'id'
      | 'it'
      | 'ko'
      | 'pl'
      | 'pt'
      | 'ro'
      | 'sk'
      | 'sv'
      | 'th'
      | 'tr'
      | 'uk'
      | 'vi'
      | 'zh-tw';
  };
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: { readonly light: string; readonly dark: string };
    readonly primaryLink?:
      | { readonly kind: 'url'; readonly url: string }
      | { readonly kind: 'space'; readonly space: string }
      | { readonly kind: 'page'; readonly page: string; readonly space?: string }
      | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
      | { readonly kind: 'file'; readonly file: string; readonly space?: string };
    readonly backgroundColor?: { readonly light: string; readonly dark: string };
    readonly linkColor?: { readonly light: string; readonly dark: string };
    readonly links: readonly {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly style?: 'link' | 'button-primary' | 'button-secondary';
      readonly to:
        | (
            | { readonly kind: 'url'; readonly url: string }
            | { readonly kind: 'space'; readonly space: string }
            | { readonly kind: 'page'; readonly page: string; readonly space?: string }
            | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
            | { readonly kind: 'file'; readonly file: string; readonly space?: string }
          )
        | null;
      readonly links: readonly {
        readonly title: string;
        readonly localizedTitle?: Readonly<Record<string, string>>;
        readonly to:
          | { readonly kind: 'url'; readonly url: string }
          | { readonly kind: 'space'; readonly space: string }
          | { readonly kind: 'page'; readonly page: string; readonly space?: string }
          | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
          | { readonly kind: 'file'; readonly file: string; readonly space?: string };
      }[];
      readonly condition?: string;
    }[];
  };
  readonly footer: {
    readonly logo?: { readonly light: string; readonly dark: string };
    readonly groups: readonly {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly links: readonly {
        readonly title: string;
        readonly localizedTitle?: Readonly<Record<string, string>>;
        readonly to:
          | { readonly kind: 'url'; readonly url: string }
          | { readonly kind: 'space'; readonly space: string }
          | { readonly kind: 'page'; readonly page: string; readonly space?: string }
          | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
          | { readonly kind: 'file'; readonly file: string; readonly space?: string };
      }[];
    }[];
    readonly copyright?: string;
  };
  readonly themes: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean };
  readonly pdf: { readonly enabled: boolean };
  readonly feedback: { readonly enabled: boolean };
  readonly ai: {
    readonly mode: 'none' | 'search' | 'assistant';
    readonly greeting?: string;
    readonly localizedGreeting?: Readonly<Record<string, string>>;
    readonly suggestions?: readonly string[];
    readonly instructions?: string;
  };
  readonly advancedCustomization: { readonly enabled: boolean };
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: {
    readonly externalAI: boolean;
    readonly markdown: boolean;
    readonly mcp: boolean;
    readonly aiChats?: readonly { readonly title: string; readonly url: string }[];
    readonly mcpClients?: readonly ('cursor' | 'vscode')[];
    readonly items: readonly ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[];
  };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: { readonly enabled: boolean };
  readonly trademark: { readonly enabled: boolean };
  readonly privacyPolicy: { readonly url?: string };
  readonly socialPreview: { readonly url?: string };
  readonly insights: { readonly trackingCookie: boolean; readonly enabled?: boolean };
};
export type SiteHostname = {
  readonly object: 'site-hostname';
  readonly hostname: string;
  readonly state: 'pending' | 'proven' | 'failed';
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string };
  readonly since: string;
  readonly checkedAt?: string;
  readonly finding?: 'found' | 'absent' | 'unreachable' | 'taken';
  readonly missingSince?: string;
};
export type CustomHostname = {
  readonly object: 'custom-hostname';
  readonly hostname: string;
  readonly target: { readonly type: 'site'; readonly site: string };
  readonly isActive: boolean;
  readonly status?: 'dns_passed' | 'dns_no_cname';
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string };
  readonly urls: { readonly location: string };
};
export type ShareLink = {
  readonly object: 'share-link';
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: string;
  readonly urls: { readonly published?: string };
};
export type PublishingAuth = {
  readonly object: 'publishing-auth';
  readonly privateKey: string;
  readonly fallbackURL?: string;
  readonly backend: 'custom';
};
export type PublishingPreview = { readonly url: string };
export type AdaptiveSchema = {
  readonly object: 'site-adaptive-schema';
  readonly jsonSchema: AdaptiveJSONSchema;
  readonly updatedAt: string;
};
export type AdaptiveTemplateConditions = {
  readonly items: readonly { readonly description: string; readonly condition: string }[];
};
export type SiteStructurePart = SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink;
export type SiteSpaceCustomization = {
  readonly title?: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly styling: {
    readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
    readonly primaryColor: { readonly light: string; readonly dark: string };
    readonly tint?: { readonly color: { readonly light: string; readonly dark: string } };
    readonly infoColor: { readonly light: string; readonly dark: string };
    readonly successColor: { readonly light: string; readonly dark: string };
    readonly warningColor: { readonly light: string; readonly dark: string };
    readonly dangerColor: { readonly light: string; readonly dark: string };
    readonly corners: 'straight' | 'rounded' | 'circular';
    readonly depth: 'subtle' | 'flat';
    readonly links: 'default' | 'accent';
    readonly font:
      | (
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
        )
      | {
          readonly id: string;
          readonly custom: boolean;
          readonly fontFamily: string;
          readonly fontFaces: readonly {
            readonly weight: number;
            readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
          }[];
        };
    readonly headingFont?:
      | (
          | (
              | 'ABCFavorit'
              | 'Inter'
              | 'Roboto'
              | 'RobotoSlab'
              | 'OpenSans'
              | 'SourceSansPro'
              | 'Lato'
              | 'Ubuntu'
              | 'Raleway'
              | 'Merriweather'
              | 'Overpass'
              | 'NotoSans'
              | 'IBMPlexSerif'
              | 'Poppins'
              | 'FiraSans'
            )
          | {
              readonly id: string;
              readonly custom: boolean;
              readonly fontFamily: string;
              readonly fontFaces: readonly {
                readonly weight: number;
                readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
              }[];
            }
        )
      | null;
    readonly monospaceFont:
      | (
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
        )
      | {
          readonly id: string;
          readonly custom: boolean;
          readonly fontFamily: string;
          readonly fontFaces: readonly {
            readonly weight: number;
            readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
          }[];
        };
    readonly background: 'plain' | 'match';
    readonly icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    readonly codeTheme: {
      readonly default: {
        readonly light:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
        readonly dark:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
      };
      readonly openapi: {
        readonly light:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
        readonly dark:
          | 'default-light'
          | 'default-dark'
          | 'monochrome-light'
          | 'monochrome-dark'
          | 'andromeeda'
          | 'aurora-x'
          | 'ayu-dark'
          | 'catppuccin-frappe'
          | 'catppuccin-latte'
          | 'catppuccin-macchiato'
          | 'catppuccin-mocha'
          | 'dark-plus'
          | 'dracula'
          | 'dracula-soft'
          | 'everforest-dark'
          | 'everforest-light'
          | 'github-dark'
          | 'github-dark-default'
          | 'github-dark-dimmed'
          | 'github-dark-high-contrast'
          | 'github-light'
          | 'github-light-default'
          | 'github-light-high-contrast'
          | 'gruvbox-dark-hard'
          | 'gruvbox-dark-medium'
          | 'gruvbox-dark-soft'
          | 'gruvbox-light-hard'
          | 'gruvbox-light-medium'
          | 'gruvbox-light-soft'
          | 'houston'
          | 'kanagawa-dragon'
          | 'kanagawa-lotus'
          | 'kanagawa-wave'
          | 'laserwave'
          | 'light-plus'
          | 'material-theme'
          | 'material-theme-darker'
          | 'material-theme-lighter'
          | 'material-theme-ocean'
          | 'material-theme-palenight'
          | 'min-dark'
          | 'min-light'
          | 'monokai'
          | 'night-owl'
          | 'nord'
          | 'one-dark-pro'
          | 'one-light'
          | 'plastic'
          | 'poimandres'
          | 'red'
          | 'rose-pine'
          | 'rose-pine-dawn'
          | 'rose-pine-moon'
          | 'slack-dark'
          | 'slack-ochin'
          | 'snazzy-light'
          | 'solarized-dark'
          | 'solarized-light'
          | 'synthwave-84'
          | 'tokyo-night'
          | 'vesper'
          | 'vitesse-black'
          | 'vitesse-dark'
          | 'vitesse-light';
      };
    };
    readonly sidebar: { readonly background: 'default' | 'filled'; readonly list: 'default' | 'pill' | 'line' };
    readonly search: 'prominent' | 'subtle';
  };
  readonly favicon:
    { readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {};
  readonly announcement?: {
    readonly enabled: boolean;
    readonly message: string;
    readonly localizedMessage?: Readonly<Record<string, string>>;
    readonly link?: {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly to:
        | { readonly kind: 'url'; readonly url: string }
        | { readonly kind: 'space'; readonly space: string }
        | { readonly kind: 'page'; readonly page: string; readonly space?: string }
        | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
        | { readonly kind: 'file'; readonly file: string; readonly space?: string };
    };
    readonly style: 'info' | 'warning' | 'danger' | 'success';
  };
  readonly socialAccounts: readonly {
    readonly platform:
      | 'twitter'
      | 'instagram'
      | 'facebook'
      | 'linkedin'
      | 'github'
      | 'discord'
      | 'slack'
      | 'youtube'
      | 'tiktok'
      | 'reddit'
      | 'bluesky'
      | 'mastodon'
      | 'threads'
      | 'medium';
    readonly handle: string;
    readonly display: { readonly footer: boolean; readonly header: boolean };
  }[];
  readonly internationalization: {
    readonly locale:
      | 'en'
      | 'fr'
      | 'es'
      | 'zh'
      | 'ja'
      | 'de'
      | 'nl'
      | 'no'
      | 'pt-br'
      | 'ru'
      | 'ar'
      | 'bg'
      | 'cs'
      | 'da'
      | 'el'
      | 'fa'
      | 'fi'
      | 'he'
      | 'hi'
      | 'hu'
      | 'id'
      | 'it'
      | 'ko'
      | 'pl'
      | 'pt'
      | 'ro'
      | 'sk'
      | 'sv'
      | 'th'
      | 'tr'
      | 'uk'
      | 'vi'
      | 'zh-tw';
  };
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: { readonly light: string; readonly dark: string };
    readonly primaryLink?:
      | { readonly kind: 'url'; readonly url: string }
      | { readonly kind: 'space'; readonly space: string }
      | { readonly kind: 'page'; readonly page: string; readonly space?: string }
      | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
      | { readonly kind: 'file'; readonly file: string; readonly space?: string };
    readonly backgroundColor?: { readonly light: string; readonly dark: string };
    readonly linkColor?: { readonly light: string; readonly dark: string };
    readonly links: readonly {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly style?: 'link' | 'button-primary' | 'button-secondary';
      readonly to:
        | (
            | { readonly kind: 'url'; readonly url: string }
            | { readonly kind: 'space'; readonly space: string }
            | { readonly kind: 'page'; readonly page: string; readonly space?: string }
            | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
            | { readonly kind: 'file'; readonly file: string; readonly space?: string }
          )
        | null;
      readonly links: readonly {
        readonly title: string;
        readonly localizedTitle?: Readonly<Record<string, string>>;
        readonly to:
          | { readonly kind: 'url'; readonly url: string }
          | { readonly kind: 'space'; readonly space: string }
          | { readonly kind: 'page'; readonly page: string; readonly space?: string }
          | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
          | { readonly kind: 'file'; readonly file: string; readonly space?: string };
      }[];
      readonly condition?: string;
    }[];
  };
  readonly footer: {
    readonly logo?: { readonly light: string; readonly dark: string };
    readonly groups: readonly {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly links: readonly {
        readonly title: string;
        readonly localizedTitle?: Readonly<Record<string, string>>;
        readonly to:
          | { readonly kind: 'url'; readonly url: string }
          | { readonly kind: 'space'; readonly space: string }
          | { readonly kind: 'page'; readonly page: string; readonly space?: string }
          | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
          | { readonly kind: 'file'; readonly file: string; readonly space?: string };
      }[];
    }[];
    readonly copyright?: string;
  };
  readonly themes: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean };
  readonly pdf: { readonly enabled: boolean };
  readonly feedback: { readonly enabled: boolean };
  readonly ai: {
    readonly mode: 'none' | 'search' | 'assistant';
    readonly greeting?: string;
    readonly localizedGreeting?: Readonly<Record<string, string>>;
    readonly suggestions?: readonly string[];
    readonly instructions?: string;
  };
  readonly advancedCustomization: { readonly enabled: boolean };
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: {
    readonly externalAI: boolean;
    readonly markdown: boolean;
    readonly mcp: boolean;
    readonly aiChats?: readonly { readonly title: string; readonly url: string }[];
    readonly mcpClients?: readonly ('cursor' | 'vscode')[];
    readonly items: readonly ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[];
  };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: { readonly enabled: boolean };
  readonly trademark: { readonly enabled: boolean };
  readonly privacyPolicy: { readonly url?: string };
  readonly socialPreview: { readonly url?: string };
  readonly insights: { readonly trackingCookie: boolean; readonly enabled?: boolean };
  readonly hasOverrides: boolean;
};
export type CustomFont = {
  readonly id: string;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: readonly {
    readonly weight: number;
    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
  }[];
  readonly permissions: { readonly edit: boolean };
};
export type OrganizationImage = {
  readonly object: 'image';
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly createdAt: string;
  readonly urls: { readonly image: string };
};
export type SiteRedirect = {
  readonly object: 'site-redirect';
  readonly id: string;
  readonly source: string;
  readonly destination:
    | { readonly kind: 'site-section'; readonly siteSectionId: string }
    | { readonly kind: 'site-space'; readonly siteSpaceId: string }
    | { readonly kind: 'site-page'; readonly siteSpaceId: string; readonly pageId: string }
    | { readonly kind: 'external'; readonly url: string };
  readonly permanent: boolean;
  readonly captureWildcard: boolean;
  readonly draft: boolean;
  readonly createdAt: string;
  readonly updatedAt?: string;
};
export type SiteRedirectsUpsert = {
  readonly items: readonly { readonly status: 'created' | 'updated' | 'published'; readonly redirect: SiteRedirect }[];
  readonly results: readonly (
    | {
        readonly status: 'created' | 'updated' | 'published';
        readonly source: string;
        readonly draft: boolean;
        readonly id: string;
      }
    | { readonly status: 'deleted'; readonly source: string; readonly draft: boolean }
    | { readonly status: 'error'; readonly source: string; readonly draft: boolean; readonly error: string }
  )[];
};
export type FoundSiteRedirect = { readonly redirect: SiteRedirect; readonly target: string };
export type SiteMcpServer = {
  readonly object: 'site-mcp-server';
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly transport: 'sse' | 'http';
  readonly headers: Readonly<Record<string, string>>;
  readonly condition?: string;
  readonly urls: { readonly location: string };
};
export type SiteInsightsQueryEventsAggregationResult = {
  readonly columns: readonly {
    readonly column: string;
    readonly interval?: 'hour' | 'day' | 'week' | 'month';
    readonly values: readonly unknown[];
  }[];
};
export type SiteInsightsVisitorSegment = {
  readonly title: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly events: number;
  readonly visitors: number;
  readonly sessions: number;
};
export type SitePageViews = {
  readonly items: readonly {
    readonly at: string;
    readonly path: string;
    readonly space: string | null;
    readonly page: string | null;
    readonly views: number;
    readonly visitors: number;
  }[];
};
export type SiteSearches = {
  readonly items: readonly { readonly at: string; readonly query: string; readonly searches: number }[];
};
export type SitePageFeedback = {
  readonly items: readonly {
    readonly at: string;
    readonly path: string;
    readonly space: string | null;
    readonly page: string | null;
    readonly good: number;
    readonly ok: number;
    readonly bad: number;
  }[];
};
export type SitePageComments = {
  readonly items: readonly {
    readonly at: string;
    readonly path: string;
    readonly space: string | null;
    readonly page: string | null;
    readonly rating: 'good' | 'ok' | 'bad';
    readonly comment: string;
  }[];
};
export type SiteBrokenLinks = {
  readonly items: readonly {
    readonly at: string;
    readonly path: string;
    readonly from: string;
    readonly count: number;
  }[];
};
export type AgentFeedbackSubmission = { readonly id: string; readonly result: string };
export type AgentFeedback = {
  readonly object: 'agent-feedback';
  readonly id: string;
  readonly hour: string;
  readonly reportedBy?: {
    readonly model?: string;
    readonly userAgent?: string;
    readonly correlationId?: string;
    readonly onDemand?: boolean;
  };
  readonly subject:
    | { readonly kind: 'mcp-tool'; readonly toolName: string; readonly target?: string }
    | { readonly kind: 'cli-command'; readonly command: string; readonly flags?: readonly string[] }
    | {
        readonly kind: 'api-endpoint';
        readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
        readonly path: string;
      }
    | { readonly kind: 'documentation'; readonly url: string; readonly space?: string; readonly page?: string }
    | { readonly kind: 'generic' };
  readonly feedback: {
    readonly category:
      'usability' | 'reliability' | 'documentation' | 'efficiency' | 'interoperability' | 'could-not-accomplish';
    readonly severity?: 'low' | 'medium' | 'high';
    readonly goal?: string;
    readonly summary: string;
    readonly detail?: string;
    readonly workaround?: string;
    readonly metrics?: { readonly callCount?: number; readonly successCount?: number; readonly retryCount?: number };
  };
  readonly source?: 'mcp' | 'assistant';
};
export type OpenAPISpec = {
  readonly object: 'openapi-spec';
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly slug: string;
  readonly sourceURL?: string;
  readonly processingState: 'pending' | 'progress' | 'complete';
  readonly visibility: 'private' | 'public';
  readonly lastVersion?: string;
  readonly lastProcessedAt?: string;
  readonly lastProcessErrorCode?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
  readonly lastProcessedErrorCount: number;
  readonly lastProcessErrorMessage?: string;
  readonly paused?: {
    readonly reason: 'user-disabled' | 'permission-lost' | 'sso-required' | 'identity-provider-deleted';
    readonly message: string;
    readonly since: string;
  };
  readonly permissions: { readonly view: boolean; readonly edit: boolean };
  readonly urls: { readonly location: string; readonly app: string; readonly published?: string };
};
export type OpenAPISpecVersion = {
  readonly object: 'openapi-spec-version';
  readonly id: string;
  readonly createdAt: string;
  readonly url: string;
  readonly urls: { readonly location: string };
};
export type OpenAPISpecContent = {
  readonly filesystem: readonly {
    readonly dir: string;
    readonly isEntrypoint: boolean;
    readonly references: readonly string[];
    readonly filename: string;
    readonly specification: Readonly<Record<string, unknown>>;
  }[];
  readonly url: string;
  readonly urls: { readonly source: string; readonly public: string | null };
};
export type OpenAPISpecText = { readonly text: string; readonly format: 'json' | 'yaml' };
export type OpenAPISpecDiff = {
  readonly from: string;
  readonly to: string;
  readonly breaking: boolean;
  readonly operations: readonly {
    readonly change: 'added' | 'removed' | 'changed';
    readonly method: string;
    readonly path: string;
    readonly webhook: boolean;
    readonly breaking: boolean;
    readonly reason: string;
    readonly changes: readonly {
      readonly change: 'added' | 'removed' | 'changed';
      readonly part: string;
      readonly what: string;
      readonly from?: string;
      readonly to?: string;
      readonly breaking: boolean;
      readonly reason: string;
    }[];
  }[];
  readonly schemas: readonly {
    readonly change: 'added' | 'removed' | 'changed';
    readonly name: string;
    readonly breaking: boolean;
    readonly reason: string;
    readonly changes: readonly {
      readonly change: 'added' | 'removed' | 'changed';
      readonly part: string;
      readonly what: string;
      readonly from?: string;
      readonly to?: string;
      readonly breaking: boolean;
      readonly reason: string;
    }[];
  }[];
};
export type SpaceSearchItem = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly score: number;
  readonly rank: number;
  readonly ancestors: readonly { readonly title: string }[];
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly path: string;
    readonly score: number;
    readonly body: string;
    readonly urls: { readonly app: string };
  }[];
  readonly urls: { readonly app: string };
};
export type OrganizationSearchItem = {
  readonly type: 'space';
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly pages: readonly SpaceSearchItem[];
};
export type AskAnswer = { readonly answer?: SearchAIAnswer };
export type SearchAIAnswer = {
  readonly answer?:
    | { readonly markdown: string }
    | { readonly document: { readonly object: 'document'; readonly [name: string]: unknown } };
  readonly followupQuestions: readonly string[];
  readonly sources: readonly SearchAIAnswerSource[];
};
export type SearchAIAnswerSource = {
  readonly type: 'page';
  readonly page: string;
  readonly revision: string;
  readonly space: string;
  readonly sections: readonly string[];
  readonly title: string;
};
export type SearchAIAnswerStream = { readonly type: 'answer'; readonly answer: SearchAIAnswer };
export type SearchAIRecommendedQuestions = { readonly questions: readonly string[] };
export type SearchAIRecommendedQuestionStream = { readonly question: string };
export type ContentOfUrl =
  | { readonly collection: Collection }
  | { readonly space: Space; readonly changeRequest?: ChangeRequest; readonly page?: Page };
export type PublishedSiteContentLookup =
  | { readonly target: 'application' | 'content'; readonly redirect: string }
  | { readonly target: 'external'; readonly site: string; readonly redirect: string }
  | {
      readonly organization: string;
      readonly site: string;
      readonly siteSection?: string;
      readonly siteSpace: string;
      readonly space: string;
      readonly pathname: string;
      readonly basePath: string;
      readonly siteBasePath: string;
      readonly shareKey?: string;
      readonly complete: boolean;
      readonly contextId?: string;
      readonly canonicalUrl: string;
      readonly apiToken: string;
    };
export type Embed = {
  readonly type: 'link';
  readonly title: string;
  readonly site: string;
  readonly description?: string;
  readonly icon?: string;
  readonly image?: string;
};
export type PageLink = {
  readonly status: 'ok' | 'broken' | 'in-app';
  readonly relation: 'reference' | 'dependsOn';
  readonly targetReference?: ContentLocation;
  readonly locationReferences: readonly ContentLocation[];
};
export type ContentLocation =
  | {
      readonly kind: 'page';
      readonly organization: Organization;
      readonly space: Space;
      readonly versionContext:
        | {
            readonly type: 'revision';
            readonly revision: {
              readonly object: 'revision';
              readonly id: string;
              readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
              readonly parents: readonly string[];
              readonly pages: readonly unknown[];
              readonly files: readonly unknown[];
              readonly reusableContents: readonly unknown[];
              readonly tags: readonly unknown[];
              readonly createdAt: string;
              readonly mergedFrom?: ChangeRequest;
              readonly urls: { readonly app: string };
            };
          }
        | { readonly type: 'changeRequest'; readonly changeRequest: ChangeRequest };
      readonly page: Page;
      readonly internalLocation?: { readonly type: 'anchor'; readonly anchor: string };
      readonly file?: File;
    }
  | {
      readonly kind: 'file';
      readonly organization: Organization;
      readonly space: Space;
      readonly versionContext:
        | {
            readonly type: 'revision';
            readonly revision: {
              readonly object: 'revision';
              readonly id: string;
              readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
              readonly parents: readonly string[];
              readonly pages: readonly unknown[];
              readonly files: readonly unknown[];
              readonly reusableContents: readonly unknown[];
              readonly tags: readonly unknown[];
              readonly createdAt: string;
              readonly mergedFrom?: ChangeRequest;
              readonly urls: { readonly app: string };
            };
          }
        | { readonly type: 'changeRequest'; readonly changeRequest: ChangeRequest };
      readonly file: File;
    }
  | {
      readonly kind: 'reusable-content';
      readonly organization: Organization;
      readonly space: Space;
      readonly versionContext:
        | {
            readonly type: 'revision';
            readonly revision: {
              readonly object: 'revision';
              readonly id: string;
              readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
              readonly parents: readonly string[];
              readonly pages: readonly unknown[];
              readonly files: readonly unknown[];
              readonly reusableContents: readonly unknown[];
              readonly tags: readonly unknown[];
              readonly createdAt: string;
              readonly mergedFrom?: ChangeRequest;
              readonly urls: { readonly app: string };
            };
          }
        | { readonly type: 'changeRequest'; readonly changeRequest: ChangeRequest };
      readonly reusableContent: ReusableContent;
    }
  | { readonly kind: 'url'; readonly url: string };
export type LinkStats = {
  readonly total: number;
  readonly broken: { readonly total: number; readonly changeRequest?: number };
};
export type PdfLink = { readonly url: string };
export type Invited = {
  readonly users: readonly string[];
  readonly invited: number;
  readonly failedSSOEmails?: readonly string[];
  readonly links?: readonly { readonly email: string; readonly url: string; readonly expiresAt: string }[];
};
export type Invitation = {
  readonly object: 'invitation';
  readonly id: string;
  readonly email: string;
  readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly sso: boolean;
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly sentAt?: string;
  readonly refusal?: string;
};
export type Joined = {
  readonly organization: string;
  readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
};
export type Invite = {
  readonly object: 'invite';
  readonly id: string;
  readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly level?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  readonly redundant: boolean;
  readonly space?: Space;
  readonly collection?: Collection;
  readonly createdAt: string;
  readonly urls: { readonly location: string; readonly join: string };
};
export type PasswordLink = { readonly url: string; readonly expiresAt: string };
export type SAMLProvider = {
  readonly object: 'saml-provider';
  readonly id: string;
  readonly label: string;
  readonly ssoURL: string;
  readonly entityID: string;
  readonly certificate: string;
  readonly defaultTeam?: Team;
  readonly defaultRole: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
  readonly idpInitiated: boolean;
  readonly createdAt: string;
  readonly status: 'active' | 'pending';
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string };
  readonly urls: { readonly location: string };
};
export type SSOProviderLogins = {
  readonly items: readonly { readonly id: string; readonly label: string; readonly startURL: string }[];
};
export type Translation = {
  readonly object: 'translation';
  readonly id: string;
  readonly status: 'pending' | 'running' | 'completed';
  readonly failure?: { readonly message: string };
  readonly paused?: {
    readonly reason: 'user-disabled' | 'permission-lost' | 'sso-required' | 'identity-provider-deleted';
    readonly message: string;
    readonly since: string;
  };
  readonly source: {
    readonly space: string;
    readonly language:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
  };
  readonly language:
    | 'en'
    | 'fr'
    | 'de'
    | 'es'
    | 'it'
    | 'pt'
    | 'ru'
    | 'ja'
    | 'zh'
    | 'ko'
    | 'ar'
    | 'hi'
    | 'nl'
    | 'pl'
    | 'tr'
    | 'sv'
    | 'no'
    | 'da'
    | 'fi'
    | 'el'
    | 'cs'
    | 'hu'
    | 'ro'
    | 'th'
    | 'vi'
    | 'id'
    | 'ms'
    | 'he'
    | 'uk'
    | 'sk'
    | 'bg'
    | 'hr'
    | 'lt'
    | 'lv'
    | 'et'
    | 'sl';
  readonly instructions: Readonly<Record<string, unknown>>;
  readonly result?: {
    readonly space: string;
    readonly revision: string;
    readonly language:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
  };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly stats: {
    readonly runs: number;
    readonly totalWords: number;
    readonly totalPages: number;
    readonly totalDuration: number;
    readonly latestRunDuration: number;
    readonly latestPages: number;
    readonly latestWords: number;
  };
  readonly usage: {
    readonly total: {
      readonly segments: number;
      readonly words: number;
      readonly reused: number;
      readonly characters: number;
      readonly requests: number;
    };
    readonly latest: {
      readonly segments: number;
      readonly words: number;
      readonly reused: number;
      readonly characters: number;
      readonly requests: number;
    };
  };
  readonly permissions: { readonly view: boolean; readonly edit: boolean };
  readonly urls: { readonly location: string };
};
export type TranslationReview = {
  readonly object: 'translation-review';
  readonly page: { readonly id: string; readonly title: string };
  readonly texts: readonly {
    readonly state: 'pinned' | 'stale' | 'untranslated';
    readonly place: 'title' | 'description' | 'linkTitle' | 'document' | 'page';
    readonly segment?: number;
    readonly source: string;
    readonly text: string;
    readonly suggestion?: string;
    readonly reason?: string;
  }[];
};
export type GlossaryEntry = {
  readonly object: 'glossary-entry';
  readonly id: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly urls: { readonly location: string };
};
export type Webhook = {
  readonly object: 'webhook';
  readonly id: string;
  readonly url: string;
  readonly description?: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabled?: {
    readonly reason:
      | 'requested'
      | 'gone'
      | 'failing'
      | 'user-disabled'
      | 'permission-lost'
      | 'sso-required'
      | 'identity-provider-deleted';
    readonly message: string;
    readonly since: string;
  };
  readonly secret?: string;
  readonly oldSecretUntil?: string;
  readonly failingSince?: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly urls: { readonly location: string };
};
export type WebhookDelivery = {
  readonly object: 'webhook-delivery';
  readonly id: string;
  readonly event: string;
  readonly action: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt?: string;
  readonly lastAttemptAt?: string;
  readonly deliveredAt?: string;
  readonly response?: { readonly status: number; readonly body: string };
  readonly error?: string;
  readonly createdAt: string;
  readonly urls: { readonly location: string };
};

/** Get the version of this instance. */
export const getApiInformation = /* @__PURE__ */ operation<{}, ApiInformation>('GET', '/v1/');

/** Get the authenticated user. */
export const getAuthenticatedUser = /* @__PURE__ */ operation<{}, User>('GET', '/v1/user');

/** List your API tokens. */
export const listApiTokens = /* @__PURE__ */ operation<
  { readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly ApiToken[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/user/tokens');

/** Create an API token for yourself. */
export const createApiToken = /* @__PURE__ */ operation<
  { readonly body: { readonly name: string; readonly expiresAt?: string | null; readonly readOnly?: boolean } },
  IssuedApiToken
>('POST', '/v1/user/tokens');

/** Revoke one of your API tokens. */
export const deleteApiToken = /* @__PURE__ */ operation<{ readonly path: { readonly tokenId: string } }, undefined>(
  'DELETE',
  '/v1/user/tokens/{tokenId}',
);

/** Get a user. */
export const getUserById = /* @__PURE__ */ operation<{ readonly path: { readonly userId: string } }, User>(
  'GET',
  '/v1/users/{userId}',
);

/** Update your user profile. */
export const updateUserById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly userId: string };
    readonly body?: { readonly displayName?: string; readonly photoURL?: string | null };
  },
  User
>('PATCH', '/v1/users/{userId}');

/** List the users of the instance. */
export const listUsers = /* @__PURE__ */ operation<
  { readonly query?: { readonly search?: string; readonly page?: string; readonly limit?: number } },
  { readonly items: readonly InstanceUser[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/instance/users');

/** Create a user. */
export const createUser = /* @__PURE__ */ operation<
  { readonly body: { readonly email: string; readonly displayName: string } },
  InstanceUser
>('POST', '/v1/instance/users');

/** Update a user of the instance. */
export const updateUserByOperator = /* @__PURE__ */ operation<
  {
    readonly path: { readonly userId: string };
    readonly body?: { readonly disabled?: boolean; readonly twoFactor?: false };
  },
  InstanceUser
>('PATCH', '/v1/instance/users/{userId}');

/** List the API tokens of a user. */
export const listApiTokensOfUser = /* @__PURE__ */ operation<
  { readonly path: { readonly userId: string }; readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly ApiToken[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/instance/users/{userId}/tokens');

/** Create an API token for a user. */
export const createApiTokenOfUser = /* @__PURE__ */ operation<
  {
    readonly path: { readonly userId: string };
    readonly body: { readonly name: string; readonly expiresAt?: string | null; readonly readOnly?: boolean };
  },
  IssuedApiToken
>('POST', '/v1/instance/users/{userId}/tokens');

/** Revoke an API token of a user. */
export const deleteApiTokenOfUser = /* @__PURE__ */ operation<
  { readonly path: { readonly userId: string; readonly tokenId: string } },
  undefined
>('DELETE', '/v1/instance/users/{userId}/tokens/{tokenId}');

/** List the background jobs of the instance. */
export const listInstanceJobs = /* @__PURE__ */ operation<
  {
    readonly query?: {
      readonly kind?:
        | 'check-email-domain'
        | 'check-hostname'
        | 'collect-garbage'
        | 'create-backup'
        | 'deliver-webhook'
        | 'export-git-repository'
        | 'follow-git-branch'
        | 'follow-openapi-spec'
        | 'forget-consumed-tokens'
        | 'import-git-repository'
        | 'process-openapi-spec'
        | 'purge-space'
        | 'purge-webhook-deliveries'
        | 'rebuild-projections'
        | 'record-failed-sign-in'
        | 'remove-upload'
        | 'run-import'
        | 'run-translation'
        | 'send-invitation'
        | 'send-password-link'
        | 'send-paused-work-notice';
      readonly queue?: 'mail' | 'webhooks' | 'system' | 'content';
      readonly status?: 'waiting' | 'scheduled' | 'running' | 'cancelling' | 'failed';
      readonly organization?: string;
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly InstanceJob[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/instance/jobs');

/** Get a background job. */
export const getInstanceJob = /* @__PURE__ */ operation<{ readonly path: { readonly jobId: string } }, InstanceJob>(
  'GET',
  '/v1/instance/jobs/{jobId}',
);

/** Retry a background job. */
export const retryInstanceJob = /* @__PURE__ */ operation<{ readonly path: { readonly jobId: string } }, InstanceJob>(
  'POST',
  '/v1/instance/jobs/{jobId}/retry',
);

/** Cancel a background job. */
export const cancelInstanceJob = /* @__PURE__ */ operation<{ readonly path: { readonly jobId: string } }, InstanceJob>(
  'POST',
  '/v1/instance/jobs/{jobId}/cancel',
);

/** Get the status of the instance. */
export const getInstanceStatus = /* @__PURE__ */ operation<{}, InstanceStatus>('GET', '/v1/instance/status');

/** List the organizations of the authenticated user. */
export const listOrganizationsForAuthenticatedUser = /* @__PURE__ */ operation<
  { readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly Organization[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs');

/** Create an organization. */
export const createOrganization = /* @__PURE__ */ operation<
  { readonly body: { readonly title: string; readonly emailDomains?: readonly string[] } },
  Organization
>('POST', '/v1/orgs');

/** Get an organization. */
export const getOrganizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  Organization
>('GET', '/v1/orgs/{organizationId}');

/** Update an organization. */
export const updateOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body?: {
      readonly title?: string;
      readonly emailDomains?: readonly string[];
      readonly hostname?: string | null;
      readonly type?: 'business' | 'community';
      readonly useCase?:
        | (
            | 'internalDocs'
            | 'docsSite'
            | 'audienceControlledSite'
            | 'productDocs'
            | 'teamKnowledgeBase'
            | 'designSystem'
            | 'openSourceDocs'
            | 'notes'
            | 'other'
          )
        | null;
      readonly communityType?: ('nonProfit' | 'openSource' | 'education') | null;
      readonly defaultRole?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly defaultContent?: { readonly type: 'site'; readonly site: string } | null;
      readonly logo?: string | null;
      readonly sso?: boolean;
      readonly ai?: boolean;
      readonly inviteLinks?: boolean;
      readonly mergeRules?: {
        readonly type?: 'none' | 'rules';
        readonly rules?: readonly (
          | {
              readonly rule:
                | 'require_at_least_one_review'
                | 'require_at_least_one_approved_review'
                | 'require_all_reviews_approved'
                | 'require_up_to_date_change_request'
                | 'require_change_request_subject'
                | 'require_change_request_description'
                | 'require_author_to_merge';
            }
          | {
              readonly rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
              readonly users: readonly string[];
            }
          | { readonly rule: 'custom'; readonly expression: string; readonly message?: string }
        )[];
        readonly approvals?: number | null;
        readonly upToDate?: boolean | null;
        readonly commentsResolved?: boolean | null;
        readonly subject?: boolean | null;
        readonly expression?: string | null;
      } | null;
    };
  },
  Organization
>('PATCH', '/v1/orgs/{organizationId}');

/** Join an organization by e-mail domain. */
export const joinOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  undefined
>('POST', '/v1/orgs/{organizationId}/join');

/** List the organizations open to an e-mail domain. */
export const getOrganizationsForEmailDomain = /* @__PURE__ */ operation<
  { readonly path: { readonly emailDomain: string } },
  OrganizationsForEmailDomain
>('GET', '/v1/email-domains/{emailDomain}/orgs');

/** Get the owner of a subdomain. */
export const getSubdomain = /* @__PURE__ */ operation<{ readonly path: { readonly subdomain: string } }, Subdomain>(
  'GET',
  '/v1/subdomains/{subdomain}',
);

/** List the organizations of the instance. */
export const listInstanceOrganizations = /* @__PURE__ */ operation<
  { readonly query?: { readonly search?: string; readonly page?: string; readonly limit?: number } },
  { readonly items: readonly InstanceOrganization[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/instance/orgs');

/** Get an organization of the instance. */
export const getInstanceOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  InstanceOrganization
>('GET', '/v1/instance/orgs/{organizationId}');

/** Turn off the SSO enforcement of an organization. */
export const updateOrganizationByOperator = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string }; readonly body?: { readonly sso?: boolean } },
  Organization
>('PATCH', '/v1/instance/orgs/{organizationId}');

/** List claimed e-mail domains. */
export const listEmailDomains = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly EmailDomain[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/email-domains');

/** Check the proof of an e-mail domain. */
export const checkEmailDomain = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly emailDomain: string } },
  EmailDomain
>('POST', '/v1/orgs/{organizationId}/email-domains/{emailDomain}/check');

/** Prove an e-mail domain of an organization. */
export const setEmailDomainProof = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly emailDomain: string } },
  EmailDomain
>('PUT', '/v1/instance/orgs/{organizationId}/email-domains/{emailDomain}/proof');

/** Withdraw the proof of an e-mail domain. */
export const deleteEmailDomainProof = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly emailDomain: string } },
  undefined
>('DELETE', '/v1/instance/orgs/{organizationId}/email-domains/{emailDomain}/proof');

/** List the members of an organization. */
export const listMembersInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'guest';
      readonly search?: string;
      readonly sort?: 'joinedAt' | 'lastSeenAt' | 'name';
      readonly order?: 'asc' | 'desc';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly Member[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/members');

/** Get a member. */
export const getMemberInOrganizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly userId: string } },
  Member
>('GET', '/v1/orgs/{organizationId}/members/{userId}');

/** Update the role of a member. */
export const updateMemberInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly userId: string };
    readonly body?: { readonly role?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  Member
>('PATCH', '/v1/orgs/{organizationId}/members/{userId}');

/** Remove a member from an organization. */
export const removeMemberFromOrganizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/members/{userId}');

/** Set a member as an SSO member. */
export const setUserAsSSOMemberForOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly userId: string } },
  Member
>('POST', '/v1/orgs/{organizationId}/members/{userId}/sso');

/** List the spaces accessible to a member. */
export const listSpacesForOrganizationMember = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly userId: string };
    readonly query?: { readonly order?: 'asc' | 'desc'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly MemberSpace[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/members/{userId}/spaces');

/** Record member activity. */
export const updateOrganizationMemberLastSeenAt = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  VisitorClaims
>('POST', '/v1/orgs/{organizationId}/ping');

/** Get the public keys of an organization. */
export const getOrganizationKeys = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  OrganizationKeys
>('GET', '/v1/orgs/{organizationId}/jwks');

/** List the members of an organization. */
export const listOrganizationMembers = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Member[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/instance/orgs/{organizationId}/members');

/** Add or update a member of an organization. */
export const setOrganizationMember = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly userId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  Member
>('PUT', '/v1/instance/orgs/{organizationId}/members/{userId}');

/** List the teams of an organization. */
export const listTeamsInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly owner?: string;
      readonly title?: string;
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly Team[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/teams');

/** Create a team. */
export const createOrganizationTeam = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: { readonly title: string; readonly members?: readonly string[] };
  },
  Team
>('PUT', '/v1/orgs/{organizationId}/teams');

/** Get a team. */
export const getTeamInOrganizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly teamId: string } },
  Team
>('GET', '/v1/orgs/{organizationId}/teams/{teamId}');

/** Rename a team. */
export const updateTeamInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly teamId: string };
    readonly body: { readonly title: string };
  },
  Team
>('PATCH', '/v1/orgs/{organizationId}/teams/{teamId}');

/** Delete a team. */
export const removeTeamFromOrganizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly teamId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/teams/{teamId}');

/** List the members of a team. */
export const listTeamMembersInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly teamId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly TeamMember[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/teams/{teamId}/members');

/** Update the members of a team. */
export const updateMembersInOrganizationTeam = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly teamId: string };
    readonly body?: {
      readonly add?: readonly string[];
      readonly remove?: readonly string[];
      readonly memberships?: Readonly<Record<string, { readonly role: 'owner' | 'member' }>>;
    };
  },
  undefined
>('PUT', '/v1/orgs/{organizationId}/teams/{teamId}/members');

/** Add or update a team member. */
export const addMemberToOrganizationTeamById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly teamId: string; readonly userId: string };
    readonly body?: { readonly role?: 'owner' | 'member' };
  },
  undefined
>('PUT', '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}');

/** Remove a member from a team. */
export const deleteMemberFromOrganizationTeamById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly teamId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}');

/** List the teams of a member. */
export const listTeamsForOrganizationMember = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly userId: string };
    readonly query?: { readonly title?: string; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly TeamOfMember[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/members/{userId}/teams');

/** List the audit events of an organization. */
export const listOrganizationAuditEvents = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly action?: string;
      readonly actor?: string;
      readonly target?: string;
      readonly from?: string;
      readonly to?: string;
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly AuditEvent[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/audit-events');

/** Get an audit event. */
export const getOrganizationAuditEvent = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly auditEventId: string } },
  AuditEvent
>('GET', '/v1/orgs/{organizationId}/audit-events/{auditEventId}');

/** List the actions of audit events. */
export const listOrganizationAuditEventActions = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  AuditEventActions
>('GET', '/v1/orgs/{organizationId}/audit-event-actions');

/** Generate a signed upload URL. */
export const generateStorageUploadURL = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly file: { readonly name: string; readonly type: string; readonly size: number };
      readonly kind: 'customization_font' | 'import_file' | 'organization_file' | 'space_archive';
    };
  },
  StorageUploadURL
>('POST', '/v1/orgs/{organizationId}/storage/upload');

/** List the collections of an organization. */
export const listCollectionsInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly nested?: 'true' | 'false'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Collection[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/collections');

/** Create a collection. */
export const createCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body?: { readonly title?: string; readonly parent?: string };
  },
  Collection
>('POST', '/v1/orgs/{organizationId}/collections');

/** Get a collection. */
export const getCollectionById = /* @__PURE__ */ operation<
  { readonly path: { readonly collectionId: string } },
  Collection
>('GET', '/v1/collections/{collectionId}');

/** Update a collection. */
export const updateCollectionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly body?: {
      readonly title?: string;
      readonly description?: string;
      readonly defaultLevel?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
    };
  },
  Collection
>('PATCH', '/v1/collections/{collectionId}');

/** Delete a collection. */
export const deleteCollectionById = /* @__PURE__ */ operation<
  { readonly path: { readonly collectionId: string } },
  undefined
>('DELETE', '/v1/collections/{collectionId}');

/** List the spaces in a collection. */
export const listSpacesInCollectionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Space[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/collections/{collectionId}/spaces');

/** Transfer a collection. */
export const transferCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly body: { readonly organization: string; readonly parent?: string | null };
  },
  TransferredCollection
>('POST', '/v1/collections/{collectionId}/transfer');

/** Move a collection. */
export const moveCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly body: {
      readonly parent?: string | null;
      readonly position?: {
        readonly before?:
          | { readonly type: 'space'; readonly space: string }
          | { readonly type: 'collection'; readonly collection: string };
        readonly after?:
          | { readonly type: 'space'; readonly space: string }
          | { readonly type: 'collection'; readonly collection: string };
      };
    };
  },
  Collection
>('POST', '/v1/collections/{collectionId}/move');

/** List the spaces of an organization. */
export const listSpacesInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly deleted?: 'true' | 'false'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Space[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/spaces');

/** Create a space. */
export const createSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body?: {
      readonly title?: string;
      readonly emoji?: string;
      readonly parent?: string;
      readonly editMode?: 'live' | 'locked';
      readonly template?: { readonly id: string };
      readonly computedSource?: {
        readonly type: string;
        readonly props?: Readonly<Record<string, unknown>>;
        readonly dependencies?: Readonly<Record<string, unknown>>;
      };
    };
  },
  Space
>('POST', '/v1/orgs/{organizationId}/spaces');

/** Get a space. */
export const getSpaceById = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly shareKey?: string } },
  Space
>('GET', '/v1/spaces/{spaceId}');

/** Update a space. */
export const updateSpaceById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body?: {
      readonly title?: string;
      readonly emoji?: string | null;
      readonly icon?: string | null;
      readonly editMode?: 'live' | 'locked';
      readonly visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
      readonly defaultLevel?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'inherit') | null;
      readonly mergeRules?: {
        readonly type?: 'none' | 'rules' | 'inherit';
        readonly rules?: readonly (
          | {
              readonly rule:
                | 'require_at_least_one_review'
                | 'require_at_least_one_approved_review'
                | 'require_all_reviews_approved'
                | 'require_up_to_date_change_request'
                | 'require_change_request_subject'
                | 'require_change_request_description'
                | 'require_author_to_merge';
            }
          | {
              readonly rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
              readonly users: readonly string[];
            }
          | { readonly rule: 'custom'; readonly expression: string; readonly message?: string }
        )[];
        readonly approvals?: number | null;
        readonly upToDate?: boolean | null;
        readonly commentsResolved?: boolean | null;
        readonly subject?: boolean | null;
        readonly expression?: string | null;
      } | null;
    };
  },
  Space
>('PATCH', '/v1/spaces/{spaceId}');

/** Delete a space. */
export const deleteSpaceById = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, undefined>(
  'DELETE',
  '/v1/spaces/{spaceId}',
);

/** Duplicate a space. */
export const duplicateSpace = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, Space>(
  'POST',
  '/v1/spaces/{spaceId}/duplicate',
);

/** Restore a deleted space. */
export const restoreSpace = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, Space>(
  'POST',
  '/v1/spaces/{spaceId}/restore',
);

/** Transfer a space. */
export const transferSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: { readonly organization: string; readonly parent?: string | null };
  },
  TransferredSpace
>('POST', '/v1/spaces/{spaceId}/transfer');

/** Move a space. */
export const moveSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly parent?: string | null;
      readonly position?: {
        readonly before?:
          | { readonly type: 'space'; readonly space: string }
          | { readonly type: 'collection'; readonly collection: string };
        readonly after?:
          | { readonly type: 'space'; readonly space: string }
          | { readonly type: 'collection'; readonly collection: string };
      };
    };
  },
  Space
>('POST', '/v1/spaces/{spaceId}/move');

/** Grant or revoke space permissions. */
export const inviteToSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly users?: readonly string[];
      readonly teams?: readonly string[];
    };
  },
  undefined
>('POST', '/v1/spaces/{spaceId}/permissions');

/** List the user permissions on a space. */
export const listUserPermissionsInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly UserPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/permissions/users');

/** Update the permission of a user on a space. */
export const updateUserPermissionInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly userId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/spaces/{spaceId}/permissions/users/{userId}');

/** Remove the permission of a user on a space. */
export const removeUserFromSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/permissions/users/{userId}');

/** List the team permissions on a space. */
export const listTeamPermissionsInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly TeamPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/permissions/teams');

/** Update the permission of a team on a space. */
export const updateTeamPermissionInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly teamId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/spaces/{spaceId}/permissions/teams/{teamId}');

/** Remove the permission of a team on a space. */
export const removeTeamFromSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly teamId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/permissions/teams/{teamId}');

/** List effective permissions on a space. */
export const listPermissionsAggregateInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: {
      readonly role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly PermissionAggregate[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/permissions/aggregate');

/** List who can review in a space. */
export const listReviewersInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly User[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/reviewers');

/** Grant or revoke collection permissions. */
export const inviteToCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly body: {
      readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly users?: readonly string[];
      readonly teams?: readonly string[];
    };
  },
  undefined
>('POST', '/v1/collections/{collectionId}/permissions');

/** List the user permissions on a collection. */
export const listUserPermissionsInCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly UserPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/collections/{collectionId}/permissions/users');

/** Update the permission of a user on a collection. */
export const updateUserPermissionInCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string; readonly userId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/collections/{collectionId}/permissions/users/{userId}');

/** Remove the permission of a user on a collection. */
export const removeUserFromCollection = /* @__PURE__ */ operation<
  { readonly path: { readonly collectionId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/collections/{collectionId}/permissions/users/{userId}');

/** List the team permissions on a collection. */
export const listTeamPermissionsInCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly TeamPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/collections/{collectionId}/permissions/teams');

/** Update the permission of a team on a collection. */
export const updateTeamPermissionInCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string; readonly teamId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/collections/{collectionId}/permissions/teams/{teamId}');

/** Remove the permission of a team on a collection. */
export const removeTeamFromCollection = /* @__PURE__ */ operation<
  { readonly path: { readonly collectionId: string; readonly teamId: string } },
  undefined
>('DELETE', '/v1/collections/{collectionId}/permissions/teams/{teamId}');

/** List effective permissions on a collection. */
export const listPermissionsAggregateInCollection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly collectionId: string };
    readonly query?: {
      readonly role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly PermissionAggregate[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/collections/{collectionId}/permissions/aggregate');

/** Grant or revoke site permissions. */
export const inviteToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly users?: readonly string[];
      readonly teams?: readonly string[];
    };
  },
  undefined
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/permissions');

/** List the user permissions on a site. */
export const listUserPermissionsInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly UserPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users');

/** Update the permission of a user on a site. */
export const updateUserPermissionInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly userId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}');

/** Remove the permission of a user on a site. */
export const removeUserFromSite = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}');

/** List the team permissions on a site. */
export const listTeamPermissionsInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly TeamPermission[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams');

/** Update the permission of a team on a site. */
export const updateTeamPermissionInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly teamId: string };
    readonly body: { readonly role: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null };
  },
  undefined
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}');

/** Remove the permission of a team on a site. */
export const removeTeamFromSite = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly teamId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}');

/** List effective permissions on a site. */
export const listPermissionsAggregateInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'guest';
      readonly team?: string;
      readonly search?: string;
      readonly sort?: 'joinedAt' | 'lastSeenAt' | 'name';
      readonly order?: 'asc' | 'desc';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  {
    readonly items: readonly SitePermissionAggregate[];
    readonly next?: { readonly page: string };
    readonly count: number;
  }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate');

/** List the change requests of an organization. */
export const listChangeRequestsForOrganization = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly status?: readonly ('draft' | 'open' | 'archived' | 'merged')[];
      readonly creator?: string;
      readonly contributor?: string;
      readonly requestedReviewer?: string;
      readonly site?: string;
      readonly space?: string;
      readonly topic?: string;
      readonly styleguideRun?: string;
      readonly finding?: 'none' | 'all';
      readonly orderBy?: 'updatedAt' | 'createdAt';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ChangeRequest[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/change-requests');

/** List the change requests of a space. */
export const listChangeRequestsForSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: {
      readonly status?: 'draft' | 'open' | 'archived' | 'merged';
      readonly creator?: string;
      readonly contributor?: string;
      readonly requestedReviewer?: string;
      readonly topic?: string;
      readonly orderBy?: 'updatedAt' | 'createdAt';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ChangeRequest[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests');

/** Create a change request. */
export const createChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body?: {
      readonly subject?: string;
      readonly description?:
        | {
            readonly object: 'document';
            readonly data: { readonly schemaVersion?: number; readonly [name: string]: unknown };
            readonly nodes: readonly {
              readonly object: 'block';
              readonly type: string;
              readonly [name: string]: unknown;
            }[];
            readonly [name: string]: unknown;
          }
        | { readonly markdown: string };
      readonly links?: readonly {
        readonly ref: { readonly kind: 'url'; readonly url: string };
        readonly title?: string;
      }[];
      readonly agentTaskId?: string;
      readonly status?: 'draft' | 'open';
    };
  },
  ChangeRequest
>('POST', '/v1/spaces/{spaceId}/change-requests');

/** Get a change request. */
export const getChangeRequestById = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string } },
  ChangeRequest
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}');

/** Update a change request. */
export const updateChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly body?: {
      readonly subject?: string;
      readonly description?:
        | {
            readonly object: 'document';
            readonly data: { readonly schemaVersion?: number; readonly [name: string]: unknown };
            readonly nodes: readonly {
              readonly object: 'block';
              readonly type: string;
              readonly [name: string]: unknown;
            }[];
            readonly [name: string]: unknown;
          }
        | { readonly markdown: string };
      readonly links?: readonly {
        readonly ref: { readonly kind: 'url'; readonly url: string };
        readonly title?: string;
        readonly id?: string;
      }[];
      readonly status?: 'draft' | 'open' | 'archived';
    };
  },
  ChangeRequest
>('PATCH', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}');

/** List the contributors to a change request. */
export const getContributorsByChangeRequestId = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Contributor[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors');

/** List the agent conversations of a change request. */
export const listChangeRequestConversations = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly AgentConversation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations');

/** Update the content of a change request. */
export const updateChangeRequestContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly compat?: 'true' | 'false' };
    readonly body: {
      readonly changes: readonly (
        | {
            readonly operation: 'insert_page';
            readonly type?: 'document' | 'group' | 'link' | 'computed';
            readonly title?: string;
            readonly slug?: string;
            readonly emoji?: string;
            readonly icon?: string;
            readonly description?: string;
            readonly hidden?: boolean;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly condition?: string;
            readonly layout?: {
              readonly width?: 'default' | 'wide';
              readonly cover?: boolean;
              readonly coverSize?: 'hero' | 'full' | 'background';
              readonly title?: boolean;
              readonly description?: boolean;
              readonly tableOfContents?: boolean;
              readonly outline?: boolean;
              readonly pagination?: boolean;
              readonly metadata?: boolean;
            } | null;
            readonly cover?: {
              readonly ref?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly refDark?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly yPos?: number;
            } | null;
            readonly variables?: Readonly<Record<string, string | number | boolean>> | null;
            readonly target?:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string }
              | { readonly kind: 'space'; readonly space: string };
            readonly computed?: {
              readonly type: string;
              readonly dependencies?: Readonly<Record<string, unknown>>;
              readonly props?: Readonly<Record<string, unknown>>;
            };
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly into?: string | null;
            readonly at?: number;
            readonly ref?: string;
          }
        | {
            readonly operation: 'update_page';
            readonly title?: string;
            readonly slug?: string;
            readonly emoji?: string;
            readonly icon?: string;
            readonly description?: string;
            readonly hidden?: boolean;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly condition?: string;
            readonly layout?: {
              readonly width?: 'default' | 'wide';
              readonly cover?: boolean;
              readonly coverSize?: 'hero' | 'full' | 'background';
              readonly title?: boolean;
              readonly description?: boolean;
              readonly tableOfContents?: boolean;
              readonly outline?: boolean;
              readonly pagination?: boolean;
              readonly metadata?: boolean;
            } | null;
            readonly cover?: {
              readonly ref?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly refDark?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly yPos?: number;
            } | null;
            readonly variables?: Readonly<Record<string, string | number | boolean>> | null;
            readonly target?:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string }
              | { readonly kind: 'space'; readonly space: string };
            readonly computed?: {
              readonly type: string;
              readonly dependencies?: Readonly<Record<string, unknown>>;
              readonly props?: Readonly<Record<string, unknown>>;
            };
            readonly page: string;
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly into?: string | null;
            readonly at?: number;
          }
        | { readonly operation: 'delete_page'; readonly page: string }
        | {
            readonly operation: 'revert_page';
            readonly page: string;
            readonly revision?: string;
            readonly block?: readonly string[];
          }
        | {
            readonly operation: 'insert_files';
            readonly files: readonly {
              readonly name: string;
              readonly ref?: string;
              readonly contentType?: string;
              readonly url?: string;
              readonly base64?: string;
              readonly key?: string;
            }[];
          }
        | {
            readonly operation: 'update_file';
            readonly file: string;
            readonly name?: string;
            readonly contentType?: string;
            readonly url?: string;
            readonly base64?: string;
            readonly key?: string;
          }
        | { readonly operation: 'delete_file'; readonly file: string }
        | {
            readonly operation: 'set_variables';
            readonly variables: Readonly<Record<string, (string | number | boolean) | null>>;
          }
        | {
            readonly operation: 'insert_reusable_content';
            readonly title: string;
            readonly document: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly ref?: string;
          }
        | {
            readonly operation: 'update_reusable_content';
            readonly reusableContent: string;
            readonly title?: string;
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
          }
        | { readonly operation: 'delete_reusable_content'; readonly reusableContent: string }
      )[];
    };
  },
  ChangeRequest | ContentEdit
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content');

/** Get the content of a change request. */
export const getRevisionOfChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Revision
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content');

/** Merge a change request. */
export const mergeChangeRequest = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string } },
  MergeResult
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge');

/** Update a change request from the primary content. */
export const updateChangeRequest = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string } },
  UpdateResult
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update');

/** List the reviews of a change request. */
export const getReviewsByChangeRequestId = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly format?: 'document' | 'markdown'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Review[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews');

/** Submit a review of a change request. */
export const submitChangeRequestReview = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly body: {
      readonly status: 'approved' | 'changes-requested';
      readonly comment?: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
    };
  },
  Review
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews');

/** Get a review of a change request. */
export const getChangeRequestReviewById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly reviewId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
  },
  Review
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}');

/** List the requested reviewers of a change request. */
export const getRequestedReviewersByChangeRequestId = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly RequestedReviewer[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers');

/** Request reviewers for a change request. */
export const requestReviewersForChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly body: {
      readonly users?: readonly string[];
      readonly teams?: readonly string[];
      readonly subject?: string;
      readonly description?:
        | {
            readonly object: 'document';
            readonly data: { readonly schemaVersion?: number; readonly [name: string]: unknown };
            readonly nodes: readonly {
              readonly object: 'block';
              readonly type: string;
              readonly [name: string]: unknown;
            }[];
            readonly [name: string]: unknown;
          }
        | { readonly markdown: string };
    };
  },
  RequestedReviewers
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers');

/** Remove a requested reviewer from a change request. */
export const removeRequestedReviewerFromChangeRequest = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly userId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}');

/** List the comments on a space. */
export const listCommentsInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: {
      readonly format?: 'document' | 'markdown';
      readonly order?: 'asc' | 'desc';
      readonly status?: 'all' | 'open' | 'resolved';
      readonly targetPage?: string;
      readonly authors?: readonly string[];
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly Comment[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/comments');

/** Create a comment on a space. */
export const postCommentInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly body: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly page?: string;
      readonly node?: string;
    };
  },
  Comment
>('POST', '/v1/spaces/{spaceId}/comments');

/** Get a comment on a space. */
export const getCommentInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
  },
  Comment
>('GET', '/v1/spaces/{spaceId}/comments/{commentId}');

/** Update a comment on a space. */
export const updateCommentInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string };
    readonly body?: {
      readonly body?: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly addedReactions?: readonly string[];
      readonly removedReactions?: readonly string[];
      readonly resolved?: boolean;
    };
  },
  Comment
>('PUT', '/v1/spaces/{spaceId}/comments/{commentId}');

/** Delete a comment on a space. */
export const deleteCommentInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly commentId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/comments/{commentId}');

/** List the replies to a comment on a space. */
export const listCommentRepliesInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly CommentReply[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/comments/{commentId}/replies');

/** Create a reply to a comment on a space. */
export const postCommentReplyInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
    readonly body: {
      readonly body: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
    };
  },
  CommentReply
>('POST', '/v1/spaces/{spaceId}/comments/{commentId}/replies');

/** Get a reply to a comment on a space. */
export const getCommentReplyInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string; readonly commentReplyId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
  },
  CommentReply
>('GET', '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}');

/** Update a reply to a comment on a space. */
export const updateCommentReplyInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly commentId: string; readonly commentReplyId: string };
    readonly body?: {
      readonly body?: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly addedReactions?: readonly string[];
      readonly removedReactions?: readonly string[];
    };
  },
  CommentReply
>('PUT', '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}');

/** Delete a reply to a comment on a space. */
export const deleteCommentReplyInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly commentId: string; readonly commentReplyId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}');

/** List the commenters on a space. */
export const listCommentersInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly Commenter[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/commenters');

/** List the comments on a change request. */
export const listCommentsInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: {
      readonly format?: 'document' | 'markdown';
      readonly order?: 'asc' | 'desc';
      readonly status?: 'all' | 'open' | 'resolved';
      readonly targetPage?: string;
      readonly authors?: readonly string[];
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly Comment[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments');

/** Create a comment on a change request. */
export const postCommentInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly body: {
      readonly body: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly page?: string;
      readonly node?: string;
    };
  },
  Comment
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments');

/** Get a comment on a change request. */
export const getCommentInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
  },
  Comment
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}');

/** Update a comment on a change request. */
export const updateCommentInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string };
    readonly body?: {
      readonly body?: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly addedReactions?: readonly string[];
      readonly removedReactions?: readonly string[];
      readonly resolved?: boolean;
    };
  },
  Comment
>('PUT', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}');

/** Delete a comment on a change request. */
export const deleteCommentInChangeRequest = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}');

/** List the replies to a comment on a change request. */
export const listCommentRepliesInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown'; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly CommentReply[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies');

/** Create a reply to a comment on a change request. */
export const postCommentReplyInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string };
    readonly query?: { readonly format?: 'document' | 'markdown' };
    readonly body: {
      readonly body: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
    };
  },
  CommentReply
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies');

/** Get a reply to a comment on a change request. */
export const getCommentReplyInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: {
      readonly spaceId: string;
      readonly changeRequestId: string;
      readonly commentId: string;
      readonly commentReplyId: string;
    };
    readonly query?: { readonly format?: 'document' | 'markdown' };
  },
  CommentReply
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}');

/** Update a reply to a comment on a change request. */
export const updateCommentReplyInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: {
      readonly spaceId: string;
      readonly changeRequestId: string;
      readonly commentId: string;
      readonly commentReplyId: string;
    };
    readonly body?: {
      readonly body?: {
        readonly markdown?: string;
        readonly document?: {
          readonly object: 'document';
          readonly nodes: readonly {
            readonly object: 'block';
            readonly type: string;
            readonly [name: string]: unknown;
          }[];
        };
      };
      readonly addedReactions?: readonly string[];
      readonly removedReactions?: readonly string[];
    };
  },
  CommentReply
>('PUT', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}');

/** Delete a reply to a comment on a change request. */
export const deleteCommentReplyInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: {
      readonly spaceId: string;
      readonly changeRequestId: string;
      readonly commentId: string;
      readonly commentReplyId: string;
    };
  },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}');

/** List the commenters on a change request. */
export const listCommentersInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Commenter[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters');

/** List the open conflicts of a change request. */
export const listChangeRequestConflicts = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly OpenConflict[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts');

/** Resolve conflicts in a change request. */
export const resolveChangeRequestConflict = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly conflictId: string };
    readonly body: {
      readonly take: 'ours' | 'theirs' | 'base' | 'both';
      readonly kind?:
        'content' | 'field' | 'edit-delete' | 'move-cycle' | 'orphan' | 'slug' | 'order' | 'file' | 'variable';
      readonly field?: string;
      readonly scope?: 'document' | 'lines';
      readonly subject?: 'page' | 'file' | 'reusable-content' | 'variable';
    };
  },
  ConflictsLeft
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/resolve');

/** Get the primary content of a space. */
export const getCurrentRevision = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Revision
>('GET', '/v1/spaces/{spaceId}/content');

/** Update the content of a space. */
export const updateSpaceContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly changes: readonly (
        | {
            readonly operation: 'insert_page';
            readonly type?: 'document' | 'group' | 'link' | 'computed';
            readonly title?: string;
            readonly slug?: string;
            readonly emoji?: string;
            readonly icon?: string;
            readonly description?: string;
            readonly hidden?: boolean;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly condition?: string;
            readonly layout?: {
              readonly width?: 'default' | 'wide';
              readonly cover?: boolean;
              readonly coverSize?: 'hero' | 'full' | 'background';
              readonly title?: boolean;
              readonly description?: boolean;
              readonly tableOfContents?: boolean;
              readonly outline?: boolean;
              readonly pagination?: boolean;
              readonly metadata?: boolean;
            } | null;
            readonly cover?: {
              readonly ref?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly refDark?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly yPos?: number;
            } | null;
            readonly variables?: Readonly<Record<string, string | number | boolean>> | null;
            readonly target?:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string }
              | { readonly kind: 'space'; readonly space: string };
            readonly computed?: {
              readonly type: string;
              readonly dependencies?: Readonly<Record<string, unknown>>;
              readonly props?: Readonly<Record<string, unknown>>;
            };
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly into?: string | null;
            readonly at?: number;
            readonly ref?: string;
          }
        | {
            readonly operation: 'update_page';
            readonly title?: string;
            readonly slug?: string;
            readonly emoji?: string;
            readonly icon?: string;
            readonly description?: string;
            readonly hidden?: boolean;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly condition?: string;
            readonly layout?: {
              readonly width?: 'default' | 'wide';
              readonly cover?: boolean;
              readonly coverSize?: 'hero' | 'full' | 'background';
              readonly title?: boolean;
              readonly description?: boolean;
              readonly tableOfContents?: boolean;
              readonly outline?: boolean;
              readonly pagination?: boolean;
              readonly metadata?: boolean;
            } | null;
            readonly cover?: {
              readonly ref?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly refDark?:
                { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
              readonly yPos?: number;
            } | null;
            readonly variables?: Readonly<Record<string, string | number | boolean>> | null;
            readonly target?:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string }
              | { readonly kind: 'space'; readonly space: string };
            readonly computed?: {
              readonly type: string;
              readonly dependencies?: Readonly<Record<string, unknown>>;
              readonly props?: Readonly<Record<string, unknown>>;
            };
            readonly page: string;
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly into?: string | null;
            readonly at?: number;
          }
        | { readonly operation: 'delete_page'; readonly page: string }
        | {
            readonly operation: 'revert_page';
            readonly page: string;
            readonly revision?: string;
            readonly block?: readonly string[];
          }
        | {
            readonly operation: 'insert_files';
            readonly files: readonly {
              readonly name: string;
              readonly ref?: string;
              readonly contentType?: string;
              readonly url?: string;
              readonly base64?: string;
              readonly key?: string;
            }[];
          }
        | {
            readonly operation: 'update_file';
            readonly file: string;
            readonly name?: string;
            readonly contentType?: string;
            readonly url?: string;
            readonly base64?: string;
            readonly key?: string;
          }
        | { readonly operation: 'delete_file'; readonly file: string }
        | {
            readonly operation: 'set_variables';
            readonly variables: Readonly<Record<string, (string | number | boolean) | null>>;
          }
        | {
            readonly operation: 'insert_reusable_content';
            readonly title: string;
            readonly document: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
            readonly ref?: string;
          }
        | {
            readonly operation: 'update_reusable_content';
            readonly reusableContent: string;
            readonly title?: string;
            readonly document?: {
              readonly markdown?: string;
              readonly document?: {
                readonly object: 'document';
                readonly nodes: readonly {
                  readonly object: 'block';
                  readonly type: string;
                  readonly [name: string]: unknown;
                }[];
              };
            };
          }
        | { readonly operation: 'delete_reusable_content'; readonly reusableContent: string }
      )[];
    };
  },
  SpaceEdit
>('POST', '/v1/spaces/{spaceId}/content');

/** List the pages of a space. */
export const listPages = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Pages
>('GET', '/v1/spaces/{spaceId}/content/pages');

/** Get a page. */
export const getPageById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/content/page/{pageId}');

/** Get a page by its path. */
export const getPageByPath = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pagePath: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/content/path/{pagePath}');

/** List the files of a space. */
export const listFiles = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly File[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/content/files');

/** Get a file. */
export const getFileById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly fileId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  File
>('GET', '/v1/spaces/{spaceId}/content/files/{fileId}');

/** Get the document of a page. */
export const getPageDocumentById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly query?: {
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
      readonly schema?: 'current' | 'next';
    };
  },
  DocumentModel
>('GET', '/v1/spaces/{spaceId}/content/page/{pageId}/document');

/** List the meta links of a page. */
export const listSpacePageMetaLinks = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly pageId: string } },
  PageMetaLinks
>('GET', '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links');

/** List the reusable contents of a space. */
export const listReusableContents = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ReusableContent[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/content/reusable-contents');

/** Get a reusable content. */
export const getReusableContentById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly reusableContentId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'markdown';
    };
  },
  ReusableContent
>('GET', '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}');

/** Get a document by its ID. */
export const getDocumentById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly documentId: string };
    readonly query?: { readonly schema?: 'current' | 'next' };
  },
  DocumentModel
>('GET', '/v1/spaces/{spaceId}/documents/{documentId}');

/** List the pages of a change request. */
export const listPagesInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Pages
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages');

/** Get a page of a change request. */
export const getPageInChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}');

/** Get a page of a change request by its path. */
export const getPageInChangeRequestByPath = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pagePath: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}');

/** List the files of a change request. */
export const listFilesInChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly File[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files');

/** Get a file of a change request. */
export const getFileInChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly fileId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  File
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}');

/** Get the document of a page of a change request. */
export const getPageDocumentInChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string };
    readonly query?: {
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
      readonly schema?: 'current' | 'next';
    };
  },
  DocumentModel
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/document');

/** List the meta links of a page of a change request. */
export const listChangeRequestPageMetaLinks = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string } },
  PageMetaLinks
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links');

/** List the reusable contents of a change request. */
export const listReusableContentsInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ReusableContent[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents');

/** Get a reusable content of a change request. */
export const getReusableContentInChangeRequestById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly reusableContentId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'markdown';
    };
  },
  ReusableContent
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}');

/** Get a revision. */
export const getRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Revision
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}');

/** List the pages of a revision. */
export const listPagesInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  Pages
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/pages');

/** Get a page of a revision. */
export const getPageInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly pageId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}');

/** Get a page of a revision by its path. */
export const getPageInRevisionByPath = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly pagePath: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'document' | 'markdown';
      readonly 'format.markdown.refs'?: 'relative' | 'stable';
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  Page
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}');

/** List the files of a revision. */
export const listFilesInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly File[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/files');

/** Get a file of a revision. */
export const getFileInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly fileId: string };
    readonly query?: { readonly metadata?: 'true' | 'false'; readonly computed?: 'true' | 'false' };
  },
  File
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}');

/** Get the document of a page of a revision. */
export const getPageDocumentInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly pageId: string };
    readonly query?: {
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
      readonly schema?: 'current' | 'next';
    };
  },
  DocumentModel
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document');

/** List the meta links of a page of a revision. */
export const listRevisionPageMetaLinks = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly revisionId: string; readonly pageId: string } },
  PageMetaLinks
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links');

/** List the reusable contents of a revision. */
export const listReusableContentsInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ReusableContent[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents');

/** Get a reusable content of a revision. */
export const getReusableContentInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly reusableContentId: string };
    readonly query?: {
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
      readonly format?: 'markdown';
    };
  },
  ReusableContent
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}');

/** Get the document of a reusable content of a revision. */
export const getReusableContentDocumentInRevisionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string; readonly reusableContentId: string };
    readonly query?: {
      readonly evaluated?: 'true' | 'false' | 'deterministic-only';
      readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
    };
  },
  DocumentModel
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document');

/** Get a computed document. */
export const getComputedDocument = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly schema?: 'current' | 'next' };
    readonly body: {
      readonly source: {
        readonly type: string;
        readonly dependencies?: Readonly<Record<string, unknown>>;
        readonly props?: Readonly<Record<string, unknown>>;
      };
      readonly seed: string;
    };
  },
  DocumentModel
>('POST', '/v1/spaces/{spaceId}/content/computed/document');

/** Get the pages of a computed source. */
export const getComputedRevision = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly source: {
        readonly type: string;
        readonly dependencies?: Readonly<Record<string, unknown>>;
        readonly props?: Readonly<Record<string, unknown>>;
      };
      readonly seed: string;
    };
  },
  ComputedRevision
>('POST', '/v1/spaces/{spaceId}/content/computed/revision');

/** Render a page as HTML. */
export const renderPage = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly body?: { readonly changeRequest?: string; readonly revision?: string; readonly markdown?: string };
  },
  RenderedContent
>('POST', '/v1/spaces/{spaceId}/content/page/{pageId}/render');

/** Render a reusable content as HTML. */
export const renderReusableContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly reusableContentId: string };
    readonly body?: { readonly changeRequest?: string; readonly revision?: string; readonly markdown?: string };
  },
  RenderedContent
>('POST', '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/render');

/** Import pages from the web into a space. */
export const importContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: { readonly url: string; readonly source: 'website' | 'html' | 'markdown' };
  },
  ImportResult
>('POST', '/v1/spaces/{spaceId}/content/import');

/** Import pages from the web below a page. */
export const importContentInPageById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly body: { readonly url: string; readonly source: 'website' | 'html' | 'markdown' };
  },
  ImportResult
>('POST', '/v1/spaces/{spaceId}/content/page/{pageId}/import');

/** Import pages from the web into a change request. */
export const importContentInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly body: { readonly url: string; readonly source: 'website' | 'html' | 'markdown' };
  },
  ImportResult
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import');

/** Import pages from the web below a page of a change request. */
export const importContentInChangeRequestPageById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string };
    readonly body: { readonly url: string; readonly source: 'website' | 'html' | 'markdown' };
  },
  ImportResult
>('POST', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import');

/** List the import runs of an organization. */
export const listImportRuns = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly space?: string;
      readonly changeRequest?: string;
      readonly site?: string;
      readonly status?: 'active' | 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly ImportRun[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/org/{organizationId}/imports');

/** Start an import run. */
export const startImportRun = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly source:
        | { readonly type: 'website'; readonly url: string }
        | { readonly type: 'file'; readonly files: readonly string[] }
        | { readonly type: 'git'; readonly url: string; readonly ref: string; readonly directory?: string };
      readonly target: { readonly space: string; readonly changeRequest?: string; readonly page?: string };
      readonly site?: string;
      readonly enhance?: boolean;
    };
  },
  ImportRun
>('POST', '/v1/org/{organizationId}/imports');

/** Get an import run. */
export const getImportRun = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly importRunId: string } },
  ImportRun
>('GET', '/v1/org/{organizationId}/imports/{importRunId}');

/** Cancel an import run. */
export const cancelImportRun = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly importRunId: string } },
  ImportRun
>('POST', '/v1/org/{organizationId}/imports/{importRunId}/cancel');

/** List the templates for spaces. */
export const listTemplates = /* @__PURE__ */ operation<
  { readonly query?: { readonly page?: string; readonly limit?: number } },
  { readonly items: readonly Template[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/templates');

/** Add the pages of a template to a space. */
export const applyTemplateToSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: { readonly id: string; readonly changeRequestId?: string };
  },
  undefined
>('POST', '/v1/spaces/{spaceId}/content/template');

/** List the changes in a change request. */
export const getChangeRequestChanges = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly limit?: number };
  },
  SemanticChanges
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes');

/** List the changes in a revision. */
export const getRevisionSemanticChanges = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly revisionId: string };
    readonly query?: {
      readonly limit?: number;
      readonly metadata?: 'true' | 'false';
      readonly computed?: 'true' | 'false';
    };
  },
  SemanticChanges
>('GET', '/v1/spaces/{spaceId}/revisions/{revisionId}/changes');

/** List the revisions of a space. */
export const listRevisionsInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly pageId?: string; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly RevisionSummary[]; readonly next?: { readonly page: string }; readonly count?: number }
>('GET', '/v1/spaces/{spaceId}/revisions');

/** Restore the content of a revision. */
export const restoreRevision = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string; readonly revisionId: string } },
  RestoreResult
>('POST', '/v1/spaces/{spaceId}/revisions/{revisionId}/restore');

/** Import a branch of a Git repository. */
export const importGitRepository = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly url: string;
      readonly ref: string;
      readonly repoCacheID?: string;
      readonly repoTreeURL?: string;
      readonly repoCommitURL?: string;
      readonly repoProjectDirectory?: string;
      readonly timestamp?: string;
      readonly force?: boolean;
      readonly gitInfo?: { readonly provider?: 'github' | 'gitlab'; readonly url?: string };
      readonly standalone?: boolean;
    };
  },
  undefined
>('POST', '/v1/spaces/{spaceId}/git/import');

/** Export to a branch of a Git repository. */
export const exportToGitRepository = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly url: string;
      readonly ref: string;
      readonly repoCacheID?: string;
      readonly repoTreeURL?: string;
      readonly repoCommitURL?: string;
      readonly repoProjectDirectory?: string;
      readonly timestamp?: string;
      readonly force?: boolean;
      readonly gitInfo?: { readonly provider?: 'github' | 'gitlab'; readonly url?: string };
      readonly commitMessage?: string;
    };
  },
  undefined
>('POST', '/v1/spaces/{spaceId}/git/export');

/** Cancel the Git import or export of a space. */
export const cancelGitOperation = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, undefined>(
  'POST',
  '/v1/spaces/{spaceId}/git/cancel',
);

/** Disconnect the Git repository of a space. */
export const deleteLegacyGitInstallation = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string } },
  undefined
>('DELETE', '/v1/spaces/{spaceId}/git/legacy-installation');

/** Get the Git sync status of a space. */
export const getSpaceGitInfo = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, GitSync>(
  'GET',
  '/v1/spaces/{spaceId}/git/info',
);

/** Follow a branch of a Git repository. */
export const followGitBranch = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly body: {
      readonly url: string;
      readonly ref: string;
      readonly repoTreeURL?: string;
      readonly repoCommitURL?: string;
      readonly repoProjectDirectory?: string;
      readonly gitInfo?: { readonly provider?: 'github' | 'gitlab'; readonly url?: string };
      readonly interval?: number | null;
    };
  },
  GitFollow
>('PUT', '/v1/spaces/{spaceId}/git/follow');

/** Get the branch that a space follows. */
export const getGitFollow = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, GitFollow>(
  'GET',
  '/v1/spaces/{spaceId}/git/follow',
);

/** Stop following the branch. */
export const deleteGitFollow = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, undefined>(
  'DELETE',
  '/v1/spaces/{spaceId}/git/follow',
);

/** Regenerate the webhook secret. */
export const rotateGitFollowSecret = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string } },
  GitFollow
>('POST', '/v1/spaces/{spaceId}/git/follow/secret');

/** Get a ZIP archive link for a space. */
export const getSpaceArchive = /* @__PURE__ */ operation<{ readonly path: { readonly spaceId: string } }, ArchiveLink>(
  'GET',
  '/v1/spaces/{spaceId}/archive',
);

/** Replace the content of a space from a ZIP archive. */
export const importSpaceArchive = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly body: { readonly key: string } },
  ArchiveImport
>('POST', '/v1/spaces/{spaceId}/archive');

/** List the sites of an organization. */
export const listSites = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly space?: string;
      readonly title?: string;
      readonly published?: 'true' | 'false';
      readonly type?: readonly ('basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium')[];
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly Site[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites');

/** Create a site. */
export const createSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body?: {
      readonly type?: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
      readonly title?: string;
      readonly visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
      readonly spaces?: readonly string[] | ('sample' | 'empty');
    };
  },
  Site
>('POST', '/v1/orgs/{organizationId}/sites');

/** Get a site. */
export const getSiteById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  Site
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}');

/** Update a site. */
export const updateSiteById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body?: {
      readonly title?: string;
      readonly visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
      readonly basename?: string;
      readonly hostname?: string | null;
      readonly proxy?: string | null;
      readonly adaptiveContent?: { readonly enabled: boolean };
      readonly agentsContext?: 'excluded' | 'included';
      readonly defaultSiteSpace?: string;
      readonly defaultSiteSection?: string;
    };
  },
  Site
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}');

/** Delete a site. */
export const deleteSiteById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}');

/** Publish a site. */
export const publishSite = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  Site
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/publish');

/** Unpublish a site. */
export const unpublishSite = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  Site
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/unpublish');

/** Get the published content of a site. */
export const getPublishedContentSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly shareKey?: string };
  },
  PublishedSite
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/published');

/** Get the hostname of a site. */
export const getSiteHostname = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  SiteHostname
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/hostname');

/** Check the hostname of a site. */
export const checkSiteHostname = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  SiteHostname
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/hostname/check');

/** Get a custom hostname. */
export const getCustomHostname = /* @__PURE__ */ operation<
  { readonly path: { readonly hostname: string } },
  CustomHostname
>('GET', '/v1/custom-hostnames/{hostname}');

/** Check the DNS record of a custom hostname. */
export const dnsRevalidateCustomHostname = /* @__PURE__ */ operation<
  { readonly path: { readonly hostname: string } },
  undefined
>('PATCH', '/v1/custom-hostnames/{hostname}');

/** Remove a custom hostname. */
export const removeCustomHostname = /* @__PURE__ */ operation<
  { readonly path: { readonly hostname: string } },
  undefined
>('DELETE', '/v1/custom-hostnames/{hostname}');

/** List the share links of a site. */
export const listSiteShareLinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly ShareLink[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/share-links');

/** Create a share link. */
export const createSiteShareLink = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: { readonly name: string; readonly active?: boolean };
  },
  ShareLink
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/share-links');

/** Update a share link. */
export const updateSiteShareLinkById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly shareLinkId: string };
    readonly body: { readonly name?: string; readonly active?: boolean };
  },
  ShareLink
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}');

/** Delete a share link. */
export const deleteSiteShareLinkById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly shareLinkId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}');

/** Get the visitor authentication of a site. */
export const getSitePublishingAuthById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  PublishingAuth
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth');

/** Update the visitor authentication of a site. */
export const updateSitePublishingAuthById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body?: { readonly backend?: 'custom'; readonly fallbackURL?: string | null };
  },
  PublishingAuth
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth');

/** Regenerate the visitor authentication key of a site. */
export const regenerateSitePublishingAuthById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  PublishingAuth
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate');

/** Get a preview URL of a site. */
export const getSitePublishingPreviewById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly siteSpace?: string;
      readonly claims?: string;
      readonly draft?: 'true' | 'false';
      readonly target?: string;
    };
  },
  PublishingPreview
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview');

/** Get the adaptive schema of a site. */
export const getSiteAdaptiveSchema = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  AdaptiveSchema
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema');

/** Update the adaptive schema of a site. */
export const updateSiteAdaptiveSchema = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: { readonly jsonSchema: AdaptiveJSONSchema };
  },
  AdaptiveSchema
>('PUT', '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema');

/** List the template conditions of an adaptive schema. */
export const listSiteAdaptiveTemplateConditions = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  AdaptiveTemplateConditions
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions');

/** Get the structure of a site. */
export const getSiteStructure = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly shareKey?: string };
  },
  SiteStructure
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/structure');

/** Reorder the structure of a site. */
export const sortSiteStructure = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly item: {
        readonly type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link';
        readonly id: string;
      };
      readonly position: {
        readonly before?: {
          readonly type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link';
          readonly id: string;
        };
        readonly after?: {
          readonly type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link';
          readonly id: string;
        };
      };
    };
  },
  SiteStructurePart
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort');

/** List the spaces of a site. */
export const listSiteSpaces = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly shareKey?: string;
      readonly default?: 'true' | 'false';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly SiteSpace[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces');

/** Add a space to a site. */
export const addSpaceToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: { readonly spaceId: string; readonly sectionId?: string; readonly draft?: boolean };
  },
  SiteSpace
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces');

/** Update a site space. */
export const updateSiteSpaceById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string };
    readonly body?: {
      readonly path?: string;
      readonly condition?: string | null;
      readonly spaceId?: string;
      readonly draft?: boolean;
      readonly hidden?: boolean;
    };
  },
  SiteSpace
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}');

/** Remove a space from a site. */
export const deleteSiteSpaceById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}');

/** Move a site space. */
export const moveSiteSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string };
    readonly body?: {
      readonly position?: {
        readonly before?: { readonly type: 'site-space'; readonly siteSpace: string };
        readonly after?: { readonly type: 'site-space'; readonly siteSpace: string };
      };
    };
  },
  SiteSpace
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move');

/** Duplicate a site space. */
export const duplicateSiteSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string };
    readonly body?: { readonly draft?: boolean };
  },
  SiteSpace
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate');

/** List the sections of a site. */
export const listSiteSections = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly shareKey?: string; readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly SiteSection[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/sections');

/** Add a section to a site. */
export const addSectionToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly spaceId: string;
      readonly title?: string | null;
      readonly icon?: string | null;
      readonly draft?: boolean;
    };
  },
  SiteSection
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/sections');

/** Update a section. */
export const updateSiteSectionById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionId: string };
    readonly body?: {
      readonly title?: string;
      readonly path?: string;
      readonly defaultSiteSpace?: string;
      readonly condition?: string | null;
      readonly icon?: string | null;
      readonly description?: string | null;
      readonly draft?: boolean;
    };
  },
  SiteSection
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}');

/** Remove a section from a site. */
export const deleteSiteSectionById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}');

/** Move a section. */
export const moveSiteSection = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionId: string };
    readonly body?: {
      readonly position?: {
        readonly before?: { readonly type: 'site-section'; readonly siteSection: string };
        readonly after?: { readonly type: 'site-section'; readonly siteSection: string };
      };
    };
  },
  SiteSection
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move');

/** List the section groups of a site. */
export const listSiteSectionGroups = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly SiteSectionGroup[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups');

/** Add a section group to a site. */
export const addSectionGroupToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly title: string;
      readonly icon?: string | null;
      readonly sections?: readonly string[];
      readonly draft?: boolean;
    };
  },
  SiteSectionGroup
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups');

/** Update a section group. */
export const updateSiteSectionGroupById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionGroupId: string };
    readonly body?: { readonly title?: string; readonly icon?: string | null; readonly draft?: boolean };
  },
  SiteSectionGroup
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}');

/** Delete a section group. */
export const deleteSiteSectionGroupById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionGroupId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}');

/** Add a section to a section group. */
export const addSectionToGroup = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionGroupId: string };
    readonly body: { readonly sectionId: string };
  },
  SiteSectionGroup
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections');

/** Remove a section from a section group. */
export const removeSectionFromGroup = /* @__PURE__ */ operation<
  {
    readonly path: {
      readonly organizationId: string;
      readonly siteId: string;
      readonly siteSectionGroupId: string;
      readonly siteSectionId: string;
    };
  },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}');

/** Move a section group. */
export const moveSiteSectionGroup = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSectionGroupId: string };
    readonly body?: {
      readonly position?: {
        readonly before?: { readonly type: 'site-section' | 'site-section-group'; readonly id: string };
        readonly after?: { readonly type: 'site-section' | 'site-section-group'; readonly id: string };
      };
    };
  },
  SiteSectionGroup
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move');

/** Add an external link to a site. */
export const addExternalLinkToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly title: string;
      readonly url: string;
      readonly localizedTitle?: Readonly<Record<string, string>> | null;
      readonly description?: string | null;
      readonly localizedDescription?: Readonly<Record<string, string>> | null;
      readonly icon?: string | null;
      readonly draft?: boolean;
      readonly condition?: string | null;
      readonly parent?: string;
    };
  },
  SiteExternalLink
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/external-links');

/** Update an external link. */
export const updateSiteExternalLinkById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteExternalLinkId: string };
    readonly body?: {
      readonly title?: string;
      readonly url?: string;
      readonly localizedTitle?: Readonly<Record<string, string>> | null;
      readonly description?: string | null;
      readonly localizedDescription?: Readonly<Record<string, string>> | null;
      readonly icon?: string | null;
      readonly draft?: boolean;
      readonly condition?: string | null;
      readonly parent?: string | null;
    };
  },
  SiteExternalLink
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}');

/** Delete an external link. */
export const deleteSiteExternalLinkById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteExternalLinkId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}');

/** Get a site's customization. */
export const getSiteCustomizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  SiteCustomization
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/customization');

/** Update a site's customization. */
export const updateSiteCustomizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly title?: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly styling: {
        readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
        readonly primaryColor: { readonly light: string; readonly dark: string };
        readonly tint?: { readonly color: { readonly light: string; readonly dark: string } };
        readonly infoColor: { readonly light: string; readonly dark: string };
        readonly successColor: { readonly light: string; readonly dark: string };
        readonly warningColor: { readonly light: string; readonly dark: string };
        readonly dangerColor: { readonly light: string; readonly dark: string };
        readonly corners: 'straight' | 'rounded' | 'circular';
        readonly depth: 'subtle' | 'flat';
        readonly links: 'default' | 'accent';
        readonly font:
          | (
              | 'ABCFavorit'
              | 'Inter'
              | 'Roboto'
              | 'RobotoSlab'
              | 'OpenSans'
              | 'SourceSansPro'
              | 'Lato'
              | 'Ubuntu'
              | 'Raleway'
              | 'Merriweather'
              | 'Overpass'
              | 'NotoSans'
              | 'IBMPlexSerif'
              | 'Poppins'
              | 'FiraSans'
            )
          | {
              readonly id: string;
              readonly custom: boolean;
              readonly fontFamily: string;
              readonly fontFaces: readonly {
                readonly weight: number;
                readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
              }[];
            };
        readonly headingFont?:
          | (
              | (
                  | 'ABCFavorit'
                  | 'Inter'
                  | 'Roboto'
                  | 'RobotoSlab'
                  | 'OpenSans'
                  | 'SourceSansPro'
                  | 'Lato'
                  | 'Ubuntu'
                  | 'Raleway'
                  | 'Merriweather'
                  | 'Overpass'
                  | 'NotoSans'
                  | 'IBMPlexSerif'
                  | 'Poppins'
                  | 'FiraSans'
                )
              | {
                  readonly id: string;
                  readonly custom: boolean;
                  readonly fontFamily: string;
                  readonly fontFaces: readonly {
                    readonly weight: number;
                    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
                  }[];
                }
            )
          | null;
        readonly monospaceFont:
          | (
              | 'FiraCode'
              | 'IBMPlexMono'
              | 'JetBrainsMono'
              | 'SourceCodePro'
              | 'RobotoMono'
              | 'SpaceMono'
              | 'DMMono'
              | 'Inconsolata'
            )
          | {
              readonly id: string;
              readonly custom: boolean;
              readonly fontFamily: string;
              readonly fontFaces: readonly {
                readonly weight: number;
                readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
              }[];
            };
        readonly background: 'plain' | 'match';
        readonly icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
        readonly codeTheme?: {
          readonly default: {
            readonly light:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
            readonly dark:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
          };
          readonly openapi: {
            readonly light:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
            readonly dark:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
          };
        };
        readonly sidebar: { readonly background: 'default' | 'filled'; readonly list: 'default' | 'pill' | 'line' };
        readonly search: 'prominent' | 'subtle';
      };
      readonly favicon:
        { readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {};
      readonly announcement?: {
        readonly enabled: boolean;
        readonly message: string;
        readonly localizedMessage?: Readonly<Record<string, string>>;
        readonly link?: {
          readonly title: string;
          readonly localizedTitle?: Readonly<Record<string, string>>;
          readonly to:
            | { readonly kind: 'url'; readonly url: string }
            | { readonly kind: 'space'; readonly space: string }
            | { readonly kind: 'page'; readonly page: string; readonly space?: string }
            | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
            | { readonly kind: 'file'; readonly file: string; readonly space?: string };
        };
        readonly style: 'info' | 'warning' | 'danger' | 'success';
      };
      readonly socialAccounts?: readonly {
        readonly platform:
          | 'twitter'
          | 'instagram'
          | 'facebook'
          | 'linkedin'
          | 'github'
          | 'discord'
          | 'slack'
          | 'youtube'
          | 'tiktok'
          | 'reddit'
          | 'bluesky'
          | 'mastodon'
          | 'threads'
          | 'medium';
        readonly handle: string;
        readonly display?: { readonly footer?: boolean; readonly header?: boolean };
      }[];
      readonly internationalization: {
        readonly locale:
          | 'en'
          | 'fr'
          | 'es'
          | 'zh'
          | 'ja'
          | 'de'
          | 'nl'
          | 'no'
          | 'pt-br'
          | 'ru'
          | 'ar'
          | 'bg'
          | 'cs'
          | 'da'
          | 'el'
          | 'fa'
          | 'fi'
          | 'he'
          | 'hi'
          | 'hu'
          | 'id'
          | 'it'
          | 'ko'
          | 'pl'
          | 'pt'
          | 'ro'
          | 'sk'
          | 'sv'
          | 'th'
          | 'tr'
          | 'uk'
          | 'vi'
          | 'zh-tw';
      };
      readonly header: {
        readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
        readonly logo?: { readonly light: string; readonly dark: string };
        readonly primaryLink?:
          | { readonly kind: 'url'; readonly url: string }
          | { readonly kind: 'space'; readonly space: string }
          | { readonly kind: 'page'; readonly page: string; readonly space?: string }
          | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
          | { readonly kind: 'file'; readonly file: string; readonly space?: string };
        readonly backgroundColor?: { readonly light: string; readonly dark: string };
        readonly linkColor?: { readonly light: string; readonly dark: string };
        readonly links: readonly {
          readonly title: string;
          readonly localizedTitle?: Readonly<Record<string, string>>;
          readonly style?: 'link' | 'button-primary' | 'button-secondary';
          readonly to:
            | (
                | { readonly kind: 'url'; readonly url: string }
                | { readonly kind: 'space'; readonly space: string }
                | { readonly kind: 'page'; readonly page: string; readonly space?: string }
                | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
                | { readonly kind: 'file'; readonly file: string; readonly space?: string }
              )
            | null;
          readonly links: readonly {
            readonly title: string;
            readonly localizedTitle?: Readonly<Record<string, string>>;
            readonly to:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'space'; readonly space: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string; readonly space?: string };
          }[];
          readonly condition?: string;
        }[];
      };
      readonly footer: {
        readonly logo?: { readonly light: string; readonly dark: string };
        readonly groups: readonly {
          readonly title: string;
          readonly localizedTitle?: Readonly<Record<string, string>>;
          readonly links: readonly {
            readonly title: string;
            readonly localizedTitle?: Readonly<Record<string, string>>;
            readonly to:
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'space'; readonly space: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string; readonly space?: string };
          }[];
        }[];
        readonly copyright?: string;
      };
      readonly themes: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean };
      readonly pdf?: { readonly enabled: boolean };
      readonly feedback: { readonly enabled: boolean };
      readonly ai: {
        readonly mode: 'none' | 'search' | 'assistant';
        readonly greeting?: string;
        readonly localizedGreeting?: Readonly<Record<string, string>>;
        readonly suggestions?: readonly string[];
        readonly instructions?: string;
      };
      readonly advancedCustomization: { readonly enabled: boolean };
      readonly git?: { readonly showEditLink: boolean };
      readonly pageActions: {
        readonly externalAI?: boolean;
        readonly markdown?: boolean;
        readonly mcp?: boolean;
        readonly aiChats?: readonly { readonly title: string; readonly url: string }[];
        readonly mcpClients?: readonly ('cursor' | 'vscode')[];
        readonly items?: readonly ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[];
      };
      readonly externalLinks: { readonly target: 'self' | 'blank' };
      readonly pagination: { readonly enabled: boolean };
      readonly trademark: { readonly enabled: boolean };
      readonly privacyPolicy: { readonly url?: string };
      readonly socialPreview: { readonly url?: string };
      readonly insights: { readonly trackingCookie: boolean; readonly enabled?: boolean };
    };
  },
  SiteCustomization
>('PUT', '/v1/orgs/{organizationId}/sites/{siteId}/customization');

/** Get a site space's customization. */
export const getSiteSpaceCustomizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string } },
  SiteSpaceCustomization
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization');

/** Override a site space's customization. */
export const overrideSiteSpaceCustomizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string };
    readonly body?: {
      readonly title?: string | null;
      readonly localizedTitle?: Readonly<Record<string, string>> | null;
      readonly socialAccounts?:
        | readonly {
            readonly platform:
              | 'twitter'
              | 'instagram'
              | 'facebook'
              | 'linkedin'
              | 'github'
              | 'discord'
              | 'slack'
              | 'youtube'
              | 'tiktok'
              | 'reddit'
              | 'bluesky'
              | 'mastodon'
              | 'threads'
              | 'medium';
            readonly handle: string;
            readonly display?: { readonly footer?: boolean; readonly header?: boolean };
          }[]
        | null;
      readonly favicon?:
        ({ readonly icon: { readonly light: string; readonly dark: string } } | { readonly emoji: string } | {}) | null;
      readonly announcement?: {
        readonly enabled: boolean;
        readonly message: string;
        readonly localizedMessage?: Readonly<Record<string, string>>;
        readonly link?: {
          readonly title: string;
          readonly localizedTitle?: Readonly<Record<string, string>>;
          readonly to:
            | { readonly kind: 'url'; readonly url: string }
            | { readonly kind: 'space'; readonly space: string }
            | { readonly kind: 'page'; readonly page: string; readonly space?: string }
            | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
            | { readonly kind: 'file'; readonly file: string; readonly space?: string };
        };
        readonly style: 'info' | 'warning' | 'danger' | 'success';
      } | null;
      readonly internationalization?: {
        readonly locale?:
          | (
              | 'en'
              | 'fr'
              | 'es'
              | 'zh'
              | 'ja'
              | 'de'
              | 'nl'
              | 'no'
              | 'pt-br'
              | 'ru'
              | 'ar'
              | 'bg'
              | 'cs'
              | 'da'
              | 'el'
              | 'fa'
              | 'fi'
              | 'he'
              | 'hi'
              | 'hu'
              | 'id'
              | 'it'
              | 'ko'
              | 'pl'
              | 'pt'
              | 'ro'
              | 'sk'
              | 'sv'
              | 'th'
              | 'tr'
              | 'uk'
              | 'vi'
              | 'zh-tw'
            )
          | null;
      };
      readonly header?: {
        readonly preset?: ('default' | 'bold' | 'contrast' | 'custom' | 'none') | null;
        readonly logo?: { readonly light: string; readonly dark: string } | null;
        readonly primaryLink?:
          | (
              | { readonly kind: 'url'; readonly url: string }
              | { readonly kind: 'space'; readonly space: string }
              | { readonly kind: 'page'; readonly page: string; readonly space?: string }
              | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
              | { readonly kind: 'file'; readonly file: string; readonly space?: string }
            )
          | null;
        readonly backgroundColor?: { readonly light: string; readonly dark: string } | null;
        readonly linkColor?: { readonly light: string; readonly dark: string } | null;
        readonly links?:
          | readonly {
              readonly title: string;
              readonly localizedTitle?: Readonly<Record<string, string>>;
              readonly style?: 'link' | 'button-primary' | 'button-secondary';
              readonly to:
                | (
                    | { readonly kind: 'url'; readonly url: string }
                    | { readonly kind: 'space'; readonly space: string }
                    | { readonly kind: 'page'; readonly page: string; readonly space?: string }
                    | {
                        readonly kind: 'anchor';
                        readonly anchor: string;
                        readonly page: string;
                        readonly space?: string;
                      }
                    | { readonly kind: 'file'; readonly file: string; readonly space?: string }
                  )
                | null;
              readonly links: readonly {
                readonly title: string;
                readonly localizedTitle?: Readonly<Record<string, string>>;
                readonly to:
                  | { readonly kind: 'url'; readonly url: string }
                  | { readonly kind: 'space'; readonly space: string }
                  | { readonly kind: 'page'; readonly page: string; readonly space?: string }
                  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
                  | { readonly kind: 'file'; readonly file: string; readonly space?: string };
              }[];
              readonly condition?: string;
            }[]
          | null;
      };
      readonly footer?: {
        readonly logo?: { readonly light: string; readonly dark: string } | null;
        readonly groups?:
          | readonly {
              readonly title: string;
              readonly localizedTitle?: Readonly<Record<string, string>>;
              readonly links: readonly {
                readonly title: string;
                readonly localizedTitle?: Readonly<Record<string, string>>;
                readonly to:
                  | { readonly kind: 'url'; readonly url: string }
                  | { readonly kind: 'space'; readonly space: string }
                  | { readonly kind: 'page'; readonly page: string; readonly space?: string }
                  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string }
                  | { readonly kind: 'file'; readonly file: string; readonly space?: string };
              }[];
            }[]
          | null;
        readonly copyright?: string | null;
      };
      readonly themes?: {
        readonly default?: ('light' | 'dark' | 'system') | null;
        readonly toggeable?: boolean | null;
      };
      readonly pdf?: { readonly enabled?: boolean | null };
      readonly feedback?: { readonly enabled?: boolean | null };
      readonly ai?: {
        readonly mode?: ('none' | 'search' | 'assistant') | null;
        readonly greeting?: string | null;
        readonly localizedGreeting?: Readonly<Record<string, string>> | null;
        readonly suggestions?: readonly string[] | null;
        readonly instructions?: string | null;
      };
      readonly advancedCustomization?: { readonly enabled?: boolean | null };
      readonly git?: { readonly showEditLink?: boolean | null };
      readonly pageActions?: {
        readonly externalAI?: boolean | null;
        readonly markdown?: boolean | null;
        readonly mcp?: boolean | null;
        readonly aiChats?: readonly { readonly title: string; readonly url: string }[] | null;
        readonly mcpClients?: readonly ('cursor' | 'vscode')[] | null;
        readonly items?: readonly ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[] | null;
      };
      readonly externalLinks?: { readonly target?: ('self' | 'blank') | null };
      readonly pagination?: { readonly enabled?: boolean | null };
      readonly trademark?: { readonly enabled?: boolean | null };
      readonly privacyPolicy?: { readonly url?: string | null };
      readonly socialPreview?: { readonly url?: string | null };
      readonly insights?: { readonly trackingCookie?: boolean | null; readonly enabled?: boolean | null };
      readonly styling?: {
        readonly theme?: ('clean' | 'muted' | 'bold' | 'gradient') | null;
        readonly primaryColor?: { readonly light: string; readonly dark: string } | null;
        readonly tint?: { readonly color: { readonly light: string; readonly dark: string } } | null;
        readonly infoColor?: { readonly light: string; readonly dark: string } | null;
        readonly successColor?: { readonly light: string; readonly dark: string } | null;
        readonly warningColor?: { readonly light: string; readonly dark: string } | null;
        readonly dangerColor?: { readonly light: string; readonly dark: string } | null;
        readonly corners?: ('straight' | 'rounded' | 'circular') | null;
        readonly depth?: ('subtle' | 'flat') | null;
        readonly links?: ('default' | 'accent') | null;
        readonly font?:
          | (
              | (
                  | 'ABCFavorit'
                  | 'Inter'
                  | 'Roboto'
                  | 'RobotoSlab'
                  | 'OpenSans'
                  | 'SourceSansPro'
                  | 'Lato'
                  | 'Ubuntu'
                  | 'Raleway'
                  | 'Merriweather'
                  | 'Overpass'
                  | 'NotoSans'
                  | 'IBMPlexSerif'
                  | 'Poppins'
                  | 'FiraSans'
                )
              | {
                  readonly id: string;
                  readonly custom: boolean;
                  readonly fontFamily: string;
                  readonly fontFaces: readonly {
                    readonly weight: number;
                    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
                  }[];
                }
            )
          | null;
        readonly headingFont?:
          | (
              | (
                  | (
                      | 'ABCFavorit'
                      | 'Inter'
                      | 'Roboto'
                      | 'RobotoSlab'
                      | 'OpenSans'
                      | 'SourceSansPro'
                      | 'Lato'
                      | 'Ubuntu'
                      | 'Raleway'
                      | 'Merriweather'
                      | 'Overpass'
                      | 'NotoSans'
                      | 'IBMPlexSerif'
                      | 'Poppins'
                      | 'FiraSans'
                    )
                  | {
                      readonly id: string;
                      readonly custom: boolean;
                      readonly fontFamily: string;
                      readonly fontFaces: readonly {
                        readonly weight: number;
                        readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
                      }[];
                    }
                )
              | null
            )
          | null;
        readonly monospaceFont?:
          | (
              | (
                  | 'FiraCode'
                  | 'IBMPlexMono'
                  | 'JetBrainsMono'
                  | 'SourceCodePro'
                  | 'RobotoMono'
                  | 'SpaceMono'
                  | 'DMMono'
                  | 'Inconsolata'
                )
              | {
                  readonly id: string;
                  readonly custom: boolean;
                  readonly fontFamily: string;
                  readonly fontFaces: readonly {
                    readonly weight: number;
                    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' }[];
                  }[];
                }
            )
          | null;
        readonly background?: ('plain' | 'match') | null;
        readonly icons?: ('regular' | 'solid' | 'duotone' | 'light' | 'thin') | null;
        readonly codeTheme?: {
          readonly default: {
            readonly light:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
            readonly dark:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
          };
          readonly openapi: {
            readonly light:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
            readonly dark:
              | 'default-light'
              | 'default-dark'
              | 'monochrome-light'
              | 'monochrome-dark'
              | 'andromeeda'
              | 'aurora-x'
              | 'ayu-dark'
              | 'catppuccin-frappe'
              | 'catppuccin-latte'
              | 'catppuccin-macchiato'
              | 'catppuccin-mocha'
              | 'dark-plus'
              | 'dracula'
              | 'dracula-soft'
              | 'everforest-dark'
              | 'everforest-light'
              | 'github-dark'
              | 'github-dark-default'
              | 'github-dark-dimmed'
              | 'github-dark-high-contrast'
              | 'github-light'
              | 'github-light-default'
              | 'github-light-high-contrast'
              | 'gruvbox-dark-hard'
              | 'gruvbox-dark-medium'
              | 'gruvbox-dark-soft'
              | 'gruvbox-light-hard'
              | 'gruvbox-light-medium'
              | 'gruvbox-light-soft'
              | 'houston'
              | 'kanagawa-dragon'
              | 'kanagawa-lotus'
              | 'kanagawa-wave'
              | 'laserwave'
              | 'light-plus'
              | 'material-theme'
              | 'material-theme-darker'
              | 'material-theme-lighter'
              | 'material-theme-ocean'
              | 'material-theme-palenight'
              | 'min-dark'
              | 'min-light'
              | 'monokai'
              | 'night-owl'
              | 'nord'
              | 'one-dark-pro'
              | 'one-light'
              | 'plastic'
              | 'poimandres'
              | 'red'
              | 'rose-pine'
              | 'rose-pine-dawn'
              | 'rose-pine-moon'
              | 'slack-dark'
              | 'slack-ochin'
              | 'snazzy-light'
              | 'solarized-dark'
              | 'solarized-light'
              | 'synthwave-84'
              | 'tokyo-night'
              | 'vesper'
              | 'vitesse-black'
              | 'vitesse-dark'
              | 'vitesse-light';
          };
        } | null;
        readonly sidebar?: {
          readonly background?: ('default' | 'filled') | null;
          readonly list?: ('default' | 'pill' | 'line') | null;
        } | null;
        readonly search?: ('prominent' | 'subtle') | null;
      };
    };
  },
  SiteSpaceCustomization
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization');

/** Reset a site space's customization. */
export const deleteSiteSpaceCustomizationById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteSpaceId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization');

/** List the custom fonts of an organization. */
export const listCustomFonts = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  { readonly items: readonly CustomFont[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/fonts');

/** Create a custom font. */
export const createCustomFont = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly fontFamily: string;
      readonly fontFaces: readonly { readonly weight: number; readonly storageKey: string }[];
    };
  },
  CustomFont
>('PUT', '/v1/orgs/{organizationId}/fonts');

/** Get a custom font. */
export const getCustomFont = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly fontId: string } },
  CustomFont
>('GET', '/v1/orgs/{organizationId}/fonts/{fontId}');

/** Update a custom font. */
export const updateCustomFont = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly fontId: string };
    readonly body?: {
      readonly fontFamily?: string;
      readonly fontFaces?: readonly { readonly weight: number; readonly storageKey: string | null }[];
    };
  },
  CustomFont
>('POST', '/v1/orgs/{organizationId}/fonts/{fontId}');

/** Delete a custom font. */
export const deleteCustomFont = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly fontId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/fonts/{fontId}');

/** List the images of an organization. */
export const listOrganizationImages = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly OrganizationImage[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/images');

/** Create an image from an uploaded file. */
export const createOrganizationImage = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: { readonly name: string; readonly storageKey: string };
  },
  OrganizationImage
>('POST', '/v1/orgs/{organizationId}/images');

/** Delete an image of an organization. */
export const deleteOrganizationImage = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly imageId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/images/{imageId}');

/** List the redirects of a site. */
export const listSiteRedirects = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly draft?: 'true' | 'false';
      readonly search?: string;
      readonly orderBy?: 'createdAt' | 'updatedAt' | 'source';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly SiteRedirect[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/redirects');

/** Create a redirect. */
export const createSiteRedirect = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly source: string;
      readonly destination:
        | { readonly kind: 'site-section'; readonly siteSectionId: string }
        | { readonly kind: 'site-space'; readonly siteSpaceId: string }
        | { readonly kind: 'site-page'; readonly siteSpaceId: string; readonly pageId: string }
        | { readonly kind: 'external'; readonly url: string }
        | { readonly kind: 'path'; readonly spaceId: string; readonly path: string };
      readonly permanent?: boolean;
      readonly captureWildcard?: boolean;
      readonly draft?: boolean;
    };
  },
  SiteRedirect
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/redirects');

/** Create and change redirects in bulk. */
export const bulkUpsertSiteRedirects = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly redirects: readonly {
        readonly source: string;
        readonly intent?: 'live' | 'draft' | 'publish';
        readonly destination?:
          | (
              | { readonly kind: 'site-section'; readonly siteSectionId: string }
              | { readonly kind: 'site-space'; readonly siteSpaceId: string }
              | { readonly kind: 'site-page'; readonly siteSpaceId: string; readonly pageId: string }
              | { readonly kind: 'external'; readonly url: string }
              | { readonly kind: 'path'; readonly spaceId: string; readonly path: string }
            )
          | null;
        readonly permanent?: boolean;
        readonly captureWildcard?: boolean;
        readonly draft?: boolean;
      }[];
    };
  },
  SiteRedirectsUpsert
>('PUT', '/v1/orgs/{organizationId}/sites/{siteId}/redirects');

/** Update a redirect. */
export const updateSiteRedirectById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteRedirectId: string };
    readonly body?: {
      readonly source?: string;
      readonly destination?:
        | { readonly kind: 'site-section'; readonly siteSectionId: string }
        | { readonly kind: 'site-space'; readonly siteSpaceId: string }
        | { readonly kind: 'site-page'; readonly siteSpaceId: string; readonly pageId: string }
        | { readonly kind: 'external'; readonly url: string }
        | { readonly kind: 'path'; readonly spaceId: string; readonly path: string };
      readonly permanent?: boolean;
      readonly captureWildcard?: boolean;
      readonly draft?: boolean;
    };
  },
  SiteRedirect
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}');

/** Delete a redirect. */
export const deleteSiteRedirectById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteRedirectId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}');

/** Get a redirect by its source. */
export const getSiteRedirectBySource = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly source: string; readonly shareKey?: string };
  },
  FoundSiteRedirect
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/redirect');

/** List the MCP servers of a site. */
export const listSiteMcpServers = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly SiteMcpServer[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers');

/** Add an MCP server to a site. */
export const createSiteMcpServer = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly name: string;
      readonly url: string;
      readonly transport?: 'sse' | 'http';
      readonly headers?: Readonly<Record<string, string>>;
      readonly condition?: string | null;
    };
  },
  SiteMcpServer
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers');

/** Get an MCP server of a site. */
export const getSiteMcpServerById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteMcpServerId: string } },
  SiteMcpServer
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}');

/** Update an MCP server of a site. */
export const updateSiteMcpServerById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteMcpServerId: string };
    readonly body?: {
      readonly name?: string;
      readonly url?: string;
      readonly transport?: 'sse' | 'http';
      readonly headers?: Readonly<Record<string, string>>;
      readonly condition?: string | null;
    };
  },
  SiteMcpServer
>('PATCH', '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}');

/** Delete an MCP server of a site. */
export const deleteSiteMcpServerById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string; readonly siteMcpServerId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}');

/** Record events of visitors of a site. */
export const trackEventsInSiteById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly events: readonly (
        | {
            readonly type: 'page_view';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
        | {
            readonly type: 'page_markdown_request';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly markdownSource?: 'page-action';
          }
        | {
            readonly type: 'search_open';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
        | {
            readonly type: 'search_type_query';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly query: string;
          }
        | {
            readonly type: 'search_open_result';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly query: string;
            readonly result: { readonly spaceId: string; readonly pageId: string } | { readonly recordId: string };
          }
        | {
            readonly type: 'page_post_feedback';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly feedback: { readonly rating: 'bad' | 'ok' | 'good' };
          }
        | {
            readonly type: 'page_post_feedback_comment';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly feedback: { readonly rating: 'bad' | 'ok' | 'good'; readonly comment: string };
          }
        | {
            readonly type: 'agent_feedback';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
        | {
            readonly type: 'ask_question';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly query: string;
            readonly goal?: string;
          }
        | {
            readonly type: 'ask_view';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
        | {
            readonly type: 'ask_rate_response';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly query: string;
            readonly rating: 1 | -1;
            readonly responseId: string;
          }
        | {
            readonly type: 'link_click';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly link: {
              readonly target: { readonly kind: string; readonly [name: string]: unknown };
              readonly position: 'announcement' | 'header' | 'footer' | 'sidebar' | 'content';
            };
          }
        | {
            readonly type: 'api_client_open';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly operation: { readonly path: string; readonly method: string };
          }
        | {
            readonly type: 'api_client_request';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly operation: { readonly path: string; readonly method: string };
          }
        | {
            readonly type: 'trademark_click';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly placement: 'sidebar' | 'ad' | 'footer' | 'pdf' | 'embed';
          }
        | {
            readonly type: 'ad_click';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly ad: { readonly domain: string; readonly zoneId: string; readonly placement: 'aside' };
          }
        | {
            readonly type: 'ad_display';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly ad: { readonly domain: string; readonly zoneId: string; readonly placement: 'aside' };
          }
        | {
            readonly type: 'llms_request';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
            readonly llmsVariant: 'standard' | 'full';
          }
        | {
            readonly type: 'mcp_request';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
        | {
            readonly type: 'rss_request';
            readonly session: {
              readonly visitorId: string;
              readonly sessionId: string;
              readonly cookies?: Readonly<Record<string, string>>;
              readonly ip?: string;
              readonly userAgent: string;
              readonly language: string | null;
              readonly referrer: (string | '') | null;
              readonly visitorAuthToken?: string | null;
              readonly visitorAuthClaims?: Readonly<Record<string, unknown>>;
            };
            readonly location: {
              readonly url: string;
              readonly displayContext?: 'site' | 'server' | 'embed' | 'mcp';
              readonly siteSection: string | null;
              readonly siteSpace: string | null;
              readonly siteShareKey: string | null;
              readonly space: string | null;
              readonly revision: string | null;
              readonly page: string | null;
            };
            readonly timestamp?: string;
          }
      )[];
    };
  },
  undefined
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/insights/events');

/** Get statistics of the events of a site. */
export const aggregateSiteEvents = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly select?: readonly (
        | { readonly column: 'datetime'; readonly interval?: 'hour' | 'day' | 'week' | 'month' }
        | {
            readonly column:
              | 'eventType'
              | 'url'
              | 'urlPath'
              | 'displayContext'
              | 'siteSection'
              | 'siteSpace'
              | 'page'
              | 'visitorBrowser'
              | 'visitorDevice'
              | 'visitorOS'
              | 'visitorBot'
              | 'visitorLanguage'
              | 'visitorAuthenticated'
              | 'referrer'
              | 'referrerDomain'
              | 'utmSource'
              | 'utmMedium'
              | 'utmCampaign'
              | 'utmTerm'
              | 'utmContent'
              | 'eventSearchQuery'
              | 'eventSearchResults'
              | 'eventSearchResultRecordId'
              | 'eventPageFeedbackRating'
              | 'eventPageFeedbackComment'
              | 'eventAskResponseRating'
              | 'eventLinkTargetValue'
              | 'eventLinkTargetKind'
              | 'eventLinkTargetDomain'
              | 'eventLinkPosition'
              | 'eventAPIOperationPath'
              | 'eventAPIOperationMethod'
              | 'eventLLMSVariant'
              | 'eventMarkdownSource'
              | 'eventAdDomain'
              | 'eventAdPlacement'
              | 'eventTrademarkPlacement'
              | 'dayOfWeek'
              | 'hourOfDay'
              | 'eventsCount'
              | 'sessionsCount'
              | 'visitorsCount'
              | 'pageFeedbackRating'
              | 'askResponseRating';
          }
      )[];
      readonly where?: readonly {
        readonly column:
          | 'datetime'
          | 'eventType'
          | 'url'
          | 'urlPath'
          | 'displayContext'
          | 'siteSection'
          | 'siteSpace'
          | 'page'
          | 'visitorBrowser'
          | 'visitorDevice'
          | 'visitorOS'
          | 'visitorBot'
          | 'visitorLanguage'
          | 'visitorAuthenticated'
          | 'referrer'
          | 'referrerDomain'
          | 'utmSource'
          | 'utmMedium'
          | 'utmCampaign'
          | 'utmTerm'
          | 'utmContent'
          | 'eventSearchQuery'
          | 'eventSearchResults'
          | 'eventSearchResultRecordId'
          | 'eventPageFeedbackRating'
          | 'eventPageFeedbackComment'
          | 'eventAskResponseRating'
          | 'eventLinkTargetValue'
          | 'eventLinkTargetKind'
          | 'eventLinkTargetDomain'
          | 'eventLinkPosition'
          | 'eventAPIOperationPath'
          | 'eventAPIOperationMethod'
          | 'eventLLMSVariant'
          | 'eventMarkdownSource'
          | 'eventAdDomain'
          | 'eventAdPlacement'
          | 'eventTrademarkPlacement'
          | 'dayOfWeek'
          | 'hourOfDay'
          | 'eventsCount'
          | 'sessionsCount'
          | 'visitorsCount';
        readonly operator?: 'in' | 'notIn' | 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual';
        readonly values: readonly unknown[];
      }[];
      readonly groupBy?: readonly (
        | { readonly column: 'datetime'; readonly interval?: 'hour' | 'day' | 'week' | 'month' }
        | {
            readonly column:
              | 'eventType'
              | 'url'
              | 'urlPath'
              | 'displayContext'
              | 'siteSection'
              | 'siteSpace'
              | 'page'
              | 'visitorBrowser'
              | 'visitorDevice'
              | 'visitorOS'
              | 'visitorBot'
              | 'visitorLanguage'
              | 'visitorAuthenticated'
              | 'referrer'
              | 'referrerDomain'
              | 'utmSource'
              | 'utmMedium'
              | 'utmCampaign'
              | 'utmTerm'
              | 'utmContent'
              | 'eventSearchQuery'
              | 'eventSearchResults'
              | 'eventSearchResultRecordId'
              | 'eventPageFeedbackRating'
              | 'eventPageFeedbackComment'
              | 'eventAskResponseRating'
              | 'eventLinkTargetValue'
              | 'eventLinkTargetKind'
              | 'eventLinkTargetDomain'
              | 'eventLinkPosition'
              | 'eventAPIOperationPath'
              | 'eventAPIOperationMethod'
              | 'eventLLMSVariant'
              | 'eventMarkdownSource'
              | 'eventAdDomain'
              | 'eventAdPlacement'
              | 'eventTrademarkPlacement'
              | 'dayOfWeek'
              | 'hourOfDay'
              | 'eventsCount'
              | 'sessionsCount'
              | 'visitorsCount'
              | 'pageFeedbackRating'
              | 'askResponseRating';
          }
      )[];
      readonly order?: {
        readonly by:
          | { readonly column: 'datetime'; readonly interval?: 'hour' | 'day' | 'week' | 'month' }
          | {
              readonly column:
                | 'eventType'
                | 'url'
                | 'urlPath'
                | 'displayContext'
                | 'siteSection'
                | 'siteSpace'
                | 'page'
                | 'visitorBrowser'
                | 'visitorDevice'
                | 'visitorOS'
                | 'visitorBot'
                | 'visitorLanguage'
                | 'visitorAuthenticated'
                | 'referrer'
                | 'referrerDomain'
                | 'utmSource'
                | 'utmMedium'
                | 'utmCampaign'
                | 'utmTerm'
                | 'utmContent'
                | 'eventSearchQuery'
                | 'eventSearchResults'
                | 'eventSearchResultRecordId'
                | 'eventPageFeedbackRating'
                | 'eventPageFeedbackComment'
                | 'eventAskResponseRating'
                | 'eventLinkTargetValue'
                | 'eventLinkTargetKind'
                | 'eventLinkTargetDomain'
                | 'eventLinkPosition'
                | 'eventAPIOperationPath'
                | 'eventAPIOperationMethod'
                | 'eventLLMSVariant'
                | 'eventMarkdownSource'
                | 'eventAdDomain'
                | 'eventAdPlacement'
                | 'eventTrademarkPlacement'
                | 'dayOfWeek'
                | 'hourOfDay'
                | 'eventsCount'
                | 'sessionsCount'
                | 'visitorsCount'
                | 'pageFeedbackRating'
                | 'askResponseRating';
            };
        readonly direction: 'asc' | 'desc';
      };
      readonly range:
        | ('lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours')
        | { readonly from: string; readonly to: string };
      readonly limit?: number;
    };
  },
  SiteInsightsQueryEventsAggregationResult
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate');

/** List the segments of the visitors of a site. */
export const listSiteVisitorSegments = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly SiteInsightsVisitorSegment[];
    readonly next?: { readonly page: string };
    readonly count: number;
  }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments');

/** Get the page views of a site. */
export const getSitePageViews = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly from?: string;
      readonly to?: string;
      readonly interval?: 'hour' | 'day' | 'week' | 'month';
      readonly limit?: number;
    };
  },
  SitePageViews
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/views');

/** Get the searches of readers of a site. */
export const getSiteSearches = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly from?: string;
      readonly to?: string;
      readonly interval?: 'hour' | 'day' | 'week' | 'month';
      readonly limit?: number;
      readonly withoutResults?: 'true' | 'false';
    };
  },
  SiteSearches
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/searches');

/** Get the ratings of the pages of a site. */
export const getSitePageFeedback = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly from?: string;
      readonly to?: string;
      readonly interval?: 'hour' | 'day' | 'week' | 'month';
      readonly limit?: number;
    };
  },
  SitePageFeedback
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/feedback');

/** Get the comments of readers of a site. */
export const getSitePageComments = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly from?: string;
      readonly to?: string;
      readonly interval?: 'hour' | 'day' | 'week' | 'month';
      readonly limit?: number;
    };
  },
  SitePageComments
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/comments');

/** Get the broken links that readers of a site followed. */
export const getSiteBrokenLinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: {
      readonly from?: string;
      readonly to?: string;
      readonly interval?: 'hour' | 'day' | 'week' | 'month';
      readonly limit?: number;
    };
  },
  SiteBrokenLinks
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/insights/broken-links');

/** Submit feedback of an agent. */
export const submitAgentFeedbackToSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly reportedBy?: {
        readonly model?: string;
        readonly userAgent?: string;
        readonly correlationId?: string;
        readonly onDemand?: boolean;
      };
      readonly subject:
        | { readonly kind: 'mcp-tool'; readonly toolName: string; readonly target?: string }
        | { readonly kind: 'cli-command'; readonly command: string; readonly flags?: readonly string[] }
        | {
            readonly kind: 'api-endpoint';
            readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
            readonly path: string;
          }
        | { readonly kind: 'documentation'; readonly url: string }
        | { readonly kind: 'generic' };
      readonly feedback: {
        readonly category:
          'usability' | 'reliability' | 'documentation' | 'efficiency' | 'interoperability' | 'could-not-accomplish';
        readonly severity?: 'low' | 'medium' | 'high';
        readonly goal?: string;
        readonly summary: string;
        readonly detail?: string;
        readonly workaround?: string;
        readonly metrics?: {
          readonly callCount?: number;
          readonly successCount?: number;
          readonly retryCount?: number;
        };
      };
    };
  },
  AgentFeedbackSubmission
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/agents/feedback');

/** List the feedback of agents. */
export const listSiteAgentFeedback = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly AgentFeedback[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/agents/feedback');

/** Submit feedback of an agent about a page. */
export const submitSiteAgentFeedback = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly body: {
      readonly feedback: string;
      readonly goal?: string;
      readonly url: string;
      readonly spaceId: string;
      readonly pageId: string;
      readonly source?: 'mcp' | 'assistant';
    };
  },
  undefined
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/agent-feedback');

/** List the OpenAPI specifications. */
export const listOpenAPISpecs = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly OpenAPISpec[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/openapi');

/** Create an OpenAPI specification. */
export const createOpenAPISpec = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: { readonly slug: string; readonly source: { readonly url: string } | { readonly text: string } };
  },
  OpenAPISpec
>('POST', '/v1/orgs/{organizationId}/openapi');

/** Get an OpenAPI specification. */
export const getOpenAPISpecBySlug = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  OpenAPISpec
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}');

/** Create or update an OpenAPI specification. */
export const createOrUpdateOpenAPISpecBySlug = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly specSlug: string };
    readonly body: { readonly source: { readonly url: string } | { readonly text: string } };
  },
  OpenAPISpec
>('PUT', '/v1/orgs/{organizationId}/openapi/{specSlug}');

/** Update the visibility of an OpenAPI specification. */
export const updateOpenAPISpecBySlug = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly specSlug: string };
    readonly body: { readonly visibility: 'private' | 'public' };
  },
  OpenAPISpec
>('PATCH', '/v1/orgs/{organizationId}/openapi/{specSlug}');

/** Delete an OpenAPI specification. */
export const deleteOpenAPISpecBySlug = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/openapi/{specSlug}');

/** Refresh an OpenAPI specification. */
export const refreshOpenAPISpecBySlug = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  OpenAPISpec
>('POST', '/v1/orgs/{organizationId}/openapi/{specSlug}/refresh');

/** List the versions of an OpenAPI specification. */
export const listOpenAPISpecVersions = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly specSlug: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly OpenAPISpecVersion[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions');

/** Get the latest version of an OpenAPI specification. */
export const getLatestOpenAPISpecVersion = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  OpenAPISpecVersion
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest');

/** Get the latest content of an OpenAPI specification. */
export const getLatestOpenAPISpecVersionContent = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  OpenAPISpecContent
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content');

/** Get the latest raw text of an OpenAPI specification. */
export const getLatestOpenAPISpecVersionContentRaw = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string } },
  OpenAPISpecText
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw');

/** Get a version of an OpenAPI specification. */
export const getOpenAPISpecVersionById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string; readonly versionId: string } },
  OpenAPISpecVersion
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}');

/** Get the content of an OpenAPI specification version. */
export const getOpenAPISpecVersionContentById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly specSlug: string; readonly versionId: string } },
  OpenAPISpecContent
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content');

/** Compare two versions of an OpenAPI specification. */
export const diffOpenAPISpecVersions = /* @__PURE__ */ operation<
  {
    readonly path: {
      readonly organizationId: string;
      readonly specSlug: string;
      readonly versionId: string;
      readonly otherVersionId: string;
    };
  },
  OpenAPISpecDiff
>('GET', '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/diff/{otherVersionId}');

/** Search a space. */
export const searchSpaceContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly query: string; readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly SpaceSearchItem[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly incomplete?: true;
  }
>('GET', '/v1/spaces/{spaceId}/search');

/** Search all spaces of an organization. */
export const searchOrganizationContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly query: string; readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly OrganizationSearchItem[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly incomplete?: true;
  }
>('GET', '/v1/orgs/{organizationId}/search');

/** Search a site as a visitor. */
export const searchSiteContent = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
    readonly body: {
      readonly query: string;
      readonly scope?:
        | {
            readonly mode: 'default';
            readonly includedSiteSpaces?: readonly string[];
            readonly currentSiteSpace?: string;
            readonly restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';
          }
        | { readonly mode: 'specific'; readonly siteSpaceIds: readonly string[] }
        | { readonly mode: 'all' };
      readonly mode?: 'specific' | 'current' | 'all';
      readonly siteSpaceIds?: readonly string[];
      readonly siteSpaceId?: string;
    };
  },
  {
    readonly items: readonly OrganizationSearchItem[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly incomplete?: true;
  }
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/search');

/** Prepare a site for searches. */
export const prewarmSiteSearch = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly siteId: string } },
  undefined
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/search/prewarm');

/** Get an answer from an organization. */
export const askInOrganization = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly format?: 'document' | 'markdown'; readonly sourcesOnly?: 'true' | 'false' };
    readonly body: { readonly query: string; readonly previousQueries?: readonly string[] };
  },
  AskAnswer
>('POST', '/v1/orgs/{organizationId}/ask');

/** Get a streamed answer from an organization. */
export const streamAskInOrganization = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: {
      readonly query: string;
      readonly format?: 'document' | 'markdown';
      readonly sourcesOnly?: 'true' | 'false';
    };
  },
  undefined
>('GET', '/v1/orgs/{organizationId}/ask/stream');

/** List recommended questions in an organization. */
export const getRecommendedQuestionsInOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  SearchAIRecommendedQuestions
>('GET', '/v1/orgs/{organizationId}/ask/questions');

/** List recommended questions as a stream. */
export const streamRecommendedQuestionsInOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  undefined
>('GET', '/v1/orgs/{organizationId}/ask/questions/stream');

/** Get a streamed answer from a site. */
export const streamAskInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly format?: 'document' | 'markdown'; readonly sourcesOnly?: 'true' | 'false' };
    readonly body: {
      readonly question: string;
      readonly context?: { readonly siteSpaceId?: string; readonly goal?: string };
      readonly scope:
        | {
            readonly mode: 'default';
            readonly includedSiteSpaces?: readonly string[];
            readonly currentSiteSpace?: string;
            readonly restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';
          }
        | { readonly mode: 'specific'; readonly siteSpaceIds: readonly string[] }
        | { readonly mode: 'all' };
      readonly session?: { readonly visitorId: string; readonly sessionId: string };
    };
  },
  undefined
>('POST', '/v1/orgs/{organizationId}/sites/{siteId}/ask');

/** List recommended questions of a site as a stream. */
export const streamRecommendedQuestionsInSite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly siteId: string };
    readonly query?: { readonly siteSpaceId?: string; readonly spaceId?: string };
  },
  undefined
>('GET', '/v1/orgs/{organizationId}/sites/{siteId}/ask/questions');

/** Get the content at a URL. */
export const getContentByUrl = /* @__PURE__ */ operation<{ readonly query?: { readonly url: string } }, ContentOfUrl>(
  'GET',
  '/v1/urls/content',
);

/** Get the published content at a URL. */
export const getPublishedContentByUrl = /* @__PURE__ */ operation<
  {
    readonly query?: {
      readonly url: string;
      readonly visitorAuthToken?: string;
      readonly redirectOnError?: 'true' | 'false';
    };
  },
  PublishedSiteContentLookup
>('GET', '/v1/urls/published');

/** Resolve the published content at a URL. */
export const resolvePublishedContentByUrl = /* @__PURE__ */ operation<
  {
    readonly body: {
      readonly url: string;
      readonly redirectOnError?: boolean;
      readonly visitor?: {
        readonly type?: 'human' | 'agent';
        readonly jwtToken?: string;
        readonly unsignedClaims?: Readonly<Record<string, unknown>>;
      };
    };
  },
  PublishedSiteContentLookup
>('POST', '/v1/urls/published');

/** Get a preview of a web page. */
export const getEmbedByUrl = /* @__PURE__ */ operation<{ readonly query?: { readonly url: string } }, Embed>(
  'GET',
  '/v1/urls/embed',
);

/** Get a preview of a web page for a space. */
export const getEmbedByUrlInSpace = /* @__PURE__ */ operation<
  { readonly path: { readonly spaceId: string }; readonly query?: { readonly url: string } },
  Embed
>('GET', '/v1/spaces/{spaceId}/embed');

/** List the links in a space. */
export const listSpaceLinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly status?: 'ok' | 'broken' | 'in-app'; readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly PageLink[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly stats: LinkStats;
  }
>('GET', '/v1/spaces/{spaceId}/links');

/** List the links on a page. */
export const listPageLinksInSpace = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly query?: { readonly status?: 'ok' | 'broken' | 'in-app'; readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly PageLink[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly stats: LinkStats;
  }
>('GET', '/v1/spaces/{spaceId}/content/page/{pageId}/links');

/** List the backlinks of a page. */
export const listSpacePageBacklinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly pageId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly ContentLocation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks');

/** List the backlinks of a file. */
export const listSpaceFileBacklinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly fileId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly ContentLocation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks');

/** List the links in a change request. */
export const listChangeRequestLinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: {
      readonly status?: 'ok' | 'broken' | 'in-app';
      readonly brokenContext?: 'change-request' | 'space';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  {
    readonly items: readonly PageLink[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly stats: LinkStats;
  }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links');

/** List the links on a page of a change request. */
export const listPageLinksInChangeRequest = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string };
    readonly query?: { readonly status?: 'ok' | 'broken' | 'in-app'; readonly page?: string; readonly limit?: number };
  },
  {
    readonly items: readonly PageLink[];
    readonly next?: { readonly page: string };
    readonly count: number;
    readonly stats: LinkStats;
  }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links');

/** List the backlinks of a page in a change request. */
export const listChangeRequestPageBacklinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly ContentLocation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks');

/** List the backlinks of a file in a change request. */
export const listChangeRequestFileBacklinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string; readonly fileId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly ContentLocation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks');

/** Get a PDF link for a space. */
export const getSpacePDF = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string };
    readonly query?: { readonly only?: 'true' | 'false'; readonly page?: string };
  },
  PdfLink
>('GET', '/v1/spaces/{spaceId}/pdf');

/** Get a PDF link for a change request. */
export const getChangeRequestPDF = /* @__PURE__ */ operation<
  {
    readonly path: { readonly spaceId: string; readonly changeRequestId: string };
    readonly query?: { readonly only?: 'true' | 'false'; readonly page?: string };
  },
  PdfLink
>('GET', '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf');

/** Invite people by e-mail. */
export const inviteUsersToOrganization = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly emails: readonly (
        | string
        | {
            readonly email: string;
            readonly role?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
          }
      )[];
      readonly role?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly sso?: boolean;
    };
  },
  Invited
>('POST', '/v1/orgs/{organizationId}/invites');

/** List the pending e-mail invitations. */
export const listInvitationsInOrganization = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Invitation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/invites');

/** Join an organization with an invite. */
export const joinOrganizationWithInvite = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly inviteId: string } },
  Joined
>('POST', '/v1/orgs/{organizationId}/invites/{inviteId}');

/** Revoke an e-mail invitation. */
export const deleteInvitationInOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly inviteId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/invites/{inviteId}');

/** List invite links. */
export const listOrganizationInviteLinks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Invite[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/link-invites');

/** Create an invite link. */
export const createOrganizationInvite = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body?: {
      readonly role?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly level?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
      readonly space?: string;
      readonly collection?: string;
    };
  },
  Invite
>('POST', '/v1/orgs/{organizationId}/link-invites');

/** Get an invite link. */
export const getOrganizationInviteLink = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly inviteId: string } },
  Invite
>('GET', '/v1/orgs/{organizationId}/link-invites/{inviteId}');

/** Update an invite link. */
export const updateOrganizationInviteById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly inviteId: string };
    readonly body?: {
      readonly role?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly level?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
    };
  },
  Invite
>('PATCH', '/v1/orgs/{organizationId}/link-invites/{inviteId}');

/** Delete an invite link. */
export const deleteOrganizationInviteById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly inviteId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/link-invites/{inviteId}');

/** Create a password link for a user. */
export const createPasswordLink = /* @__PURE__ */ operation<
  { readonly path: { readonly userId: string } },
  PasswordLink
>('POST', '/v1/instance/users/{userId}/password-link');

/** List the SAML providers. */
export const listSAMLProvidersInOrganizationById = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly SAMLProvider[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/saml');

/** Create a SAML provider. */
export const createOrganizationSAMLProvider = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly label: string;
      readonly entityID?: string;
      readonly certificate?: string;
      readonly ssoURL?: string;
      readonly defaultTeam?: string | null;
      readonly defaultRole?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly idpInitiated?: boolean;
    };
  },
  SAMLProvider
>('POST', '/v1/orgs/{organizationId}/saml');

/** Get a SAML provider. */
export const getOrganizationSAMLProviderById = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly samlProviderId: string } },
  SAMLProvider
>('GET', '/v1/orgs/{organizationId}/saml/{samlProviderId}');

/** Update a SAML provider. */
export const updateOrganizationSAMLProvider = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly samlProviderId: string };
    readonly body?: {
      readonly label?: string;
      readonly entityID?: string;
      readonly certificate?: string;
      readonly ssoURL?: string;
      readonly defaultTeam?: string | null;
      readonly defaultRole?: ('read' | 'comment' | 'edit' | 'review' | 'create' | 'admin') | null;
      readonly idpInitiated?: boolean;
    };
  },
  SAMLProvider
>('PATCH', '/v1/orgs/{organizationId}/saml/{samlProviderId}');

/** Delete a SAML provider. */
export const deleteOrganizationSAMLProvider = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly samlProviderId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/saml/{samlProviderId}');

/** List the SSO sign-in options. */
export const listSSOProviderLoginsInOrganization = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string } },
  SSOProviderLogins
>('GET', '/v1/orgs/{organizationId}/sso');

/** List the translations of an organization. */
export const listTranslations = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Translation[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/translations');

/** Create a translation. */
export const createTranslation = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly language:
        | 'en'
        | 'fr'
        | 'de'
        | 'es'
        | 'it'
        | 'pt'
        | 'ru'
        | 'ja'
        | 'zh'
        | 'ko'
        | 'ar'
        | 'hi'
        | 'nl'
        | 'pl'
        | 'tr'
        | 'sv'
        | 'no'
        | 'da'
        | 'fi'
        | 'el'
        | 'cs'
        | 'hu'
        | 'ro'
        | 'th'
        | 'vi'
        | 'id'
        | 'ms'
        | 'he'
        | 'uk'
        | 'sk'
        | 'bg'
        | 'hr'
        | 'lt'
        | 'lv'
        | 'et'
        | 'sl';
      readonly source: {
        readonly space: string;
        readonly language:
          | 'en'
          | 'fr'
          | 'de'
          | 'es'
          | 'it'
          | 'pt'
          | 'ru'
          | 'ja'
          | 'zh'
          | 'ko'
          | 'ar'
          | 'hi'
          | 'nl'
          | 'pl'
          | 'tr'
          | 'sv'
          | 'no'
          | 'da'
          | 'fi'
          | 'el'
          | 'cs'
          | 'hu'
          | 'ro'
          | 'th'
          | 'vi'
          | 'id'
          | 'ms'
          | 'he'
          | 'uk'
          | 'sk'
          | 'bg'
          | 'hr'
          | 'lt'
          | 'lv'
          | 'et'
          | 'sl';
      };
      readonly instructions?: TranslationInstructions;
    };
  },
  Translation
>('POST', '/v1/orgs/{organizationId}/translations');

/** Get a translation. */
export const getTranslation = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly translationId: string } },
  Translation
>('GET', '/v1/orgs/{organizationId}/translations/{translationId}');

/** Update the instructions of a translation. */
export const updateTranslation = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly translationId: string };
    readonly body: { readonly instructions: TranslationInstructions };
  },
  Translation
>('PUT', '/v1/orgs/{organizationId}/translations/{translationId}');

/** Delete a translation. */
export const deleteTranslation = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly translationId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/translations/{translationId}');

/** Run a translation. */
export const runTranslation = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly translationId: string } },
  undefined
>('POST', '/v1/orgs/{organizationId}/translations/{translationId}/run');

/** List the reviews of a translation. */
export const listTranslationReviews = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly translationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly TranslationReview[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/translations/{translationId}/review');

/** List the glossary entries. */
export const listGlossaryEntries = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly GlossaryEntry[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/translations-glossary');

/** Update the glossary entries. */
export const updateGlossaryEntries = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly operations: readonly (
        | { readonly type: 'insert'; readonly translations: Readonly<Record<string, string>> }
        | { readonly type: 'update'; readonly id: string; readonly translations: Readonly<Record<string, string>> }
        | { readonly type: 'delete'; readonly id: string }
      )[];
    };
  },
  undefined
>('PUT', '/v1/orgs/{organizationId}/translations-glossary');

/** Get a glossary entry. */
export const getGlossaryEntry = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly glossaryEntryId: string } },
  GlossaryEntry
>('GET', '/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}');

/** List the webhooks of an organization. */
export const listWebhooks = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly query?: { readonly page?: string; readonly limit?: number };
  },
  { readonly items: readonly Webhook[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/webhooks');

/** Create a webhook. */
export const createWebhook = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string };
    readonly body: {
      readonly url: string;
      readonly description?: string;
      readonly events?: readonly string[];
      readonly enabled?: boolean;
    };
  },
  Webhook
>('POST', '/v1/orgs/{organizationId}/webhooks');

/** Get a webhook. */
export const getWebhook = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string } },
  Webhook
>('GET', '/v1/orgs/{organizationId}/webhooks/{webhookId}');

/** Update a webhook. */
export const updateWebhook = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly webhookId: string };
    readonly body?: {
      readonly url?: string;
      readonly description?: string | null;
      readonly events?: readonly string[];
      readonly enabled?: boolean;
    };
  },
  Webhook
>('PATCH', '/v1/orgs/{organizationId}/webhooks/{webhookId}');

/** Delete a webhook. */
export const deleteWebhook = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string } },
  undefined
>('DELETE', '/v1/orgs/{organizationId}/webhooks/{webhookId}');

/** Rotate the secret of a webhook. */
export const rotateWebhookSecret = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string } },
  Webhook
>('POST', '/v1/orgs/{organizationId}/webhooks/{webhookId}/secret');

/** Send a test event to a webhook. */
export const testWebhook = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string } },
  undefined
>('POST', '/v1/orgs/{organizationId}/webhooks/{webhookId}/test');

/** List the deliveries of a webhook. */
export const listWebhookDeliveries = /* @__PURE__ */ operation<
  {
    readonly path: { readonly organizationId: string; readonly webhookId: string };
    readonly query?: {
      readonly status?: 'pending' | 'delivered' | 'failed';
      readonly page?: string;
      readonly limit?: number;
    };
  },
  { readonly items: readonly WebhookDelivery[]; readonly next?: { readonly page: string }; readonly count: number }
>('GET', '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries');

/** Get a delivery of a webhook. */
export const getWebhookDelivery = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string; readonly deliveryId: string } },
  WebhookDelivery
>('GET', '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}');

/** Replay a delivery of a webhook. */
export const replayWebhookDelivery = /* @__PURE__ */ operation<
  { readonly path: { readonly organizationId: string; readonly webhookId: string; readonly deliveryId: string } },
  WebhookDelivery
>('POST', '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay');
