"""Members that no line of code spells out because a framework makes them, and what makes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """Constructs whose presence anywhere in the tree brings these members into being.

    A member is known by its whole name, or by how it begins and ends; a prefix or suffix
    alone is not a member.
    """

    name: str
    constructs: tuple[str, ...]
    members: frozenset[str] = field(default=frozenset())
    prefixes: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()

    def makes(self, member: str) -> bool:
        return (
            member in self.members
            or any(member.startswith(each) and member != each for each in self.prefixes)
            or any(member.endswith(each) and member != each for each in self.suffixes)
        )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GENERATORS = (
    Generator(
        name="a Django model",
        constructs=("models.Model", "AbstractUser", "AbstractBaseUser"),
        members=_words(
            "objects _default_manager DoesNotExist MultipleObjectsReturned NotUpdated pk id _meta"
            " _state save asave delete adelete full_clean clean_fields validate_unique"
            " refresh_from_db get_deferred_fields from_db serializable_value"
        ),
        prefixes=("get_next_by_", "get_previous_by_"),
        suffixes=("_set", "_id", "_display", "_ptr"),
    ),
    Generator(
        name="a Django form or serializer",
        constructs=("ModelForm", "ModelSerializer", "forms.Form"),
        members=_words(
            "cleaned_data is_valid errors fields non_field_errors validated_data save data"
            " add_error has_changed changed_data instance initial_data"
        ),
        prefixes=("clean_", "validate_"),
    ),
    Generator(
        name="a SQLAlchemy mapping",
        constructs=("declarative_base", "DeclarativeBase", "db.Model", "relationship", "backref"),
        members=_words(
            "metadata registry query __table__ __tablename__ __mapper__ c columns any has"
        ),
        suffixes=("_id",),
    ),
    Generator(
        name="a dataclass",
        constructs=(
            "@dataclass",
            "@dataclasses.dataclass",
            "make_dataclass",
            "dataclass_transform",
        ),
        members=_words(
            "__init__ __eq__ __repr__ __hash__ __lt__ __le__ __gt__ __ge__ __slots__"
            " __match_args__ __replace__ __dataclass_fields__ __dataclass_params__ __setattr__"
        ),
    ),
    Generator(
        name="attrs",
        constructs=("@attr.s", "@attr.attrs", "@attrs", "@define", "@attrs.define", "@frozen"),
        members=_words(
            "__init__ __eq__ __repr__ __hash__ __lt__ __le__ __gt__ __ge__ __slots__"
            " __match_args__ __attrs_attrs__ __attrs_init__ __setattr__"
        ),
    ),
    Generator(
        name="a pydantic model",
        constructs=("BaseModel", "BaseSettings", "RootModel", "SQLModel"),
        members=_words(
            "__init__ model_dump model_dump_json model_validate model_validate_json model_copy"
            " model_construct model_fields model_fields_set model_json_schema model_config"
            " model_extra model_post_init model_rebuild parse_obj parse_raw parse_file dict json"
            " copy construct schema schema_json update_forward_refs __fields__ __fields_set__"
        ),
    ),
    Generator(
        name="a named tuple",
        constructs=("NamedTuple", "namedtuple"),
        members=_words("_asdict _replace _fields _make _field_defaults __new__ count index"),
    ),
    Generator(
        name="an enumeration",
        constructs=("Enum", "StrEnum", "IntEnum", "IntFlag", "TextChoices", "IntegerChoices"),
        members=_words("name value values names choices labels __members__ _value_ _member_map_"),
    ),
    Generator(
        name="a Celery task",
        constructs=("@shared_task", "@app.task", "@celery.task"),
        members=_words("delay apply_async apply retry s si signature request"),
    ),
    Generator(
        name="Active Record",
        constructs=("ApplicationRecord", "ActiveRecord::Base", "ActiveRecord::Migration"),
        members=_words(
            "id save save! create create! update update! destroy destroy! where find find_by"
            " find_by! find_or_create_by first last all pluck order joins includes exists valid"
            " errors new_record persisted reload touch toggle attributes created_at updated_at"
        ),
        prefixes=("find_by_", "build_", "create_", "reload_", "saved_change_to_"),
        suffixes=("_id", "_ids", "_type", "_changed", "_was", "_before_type_cast"),
    ),
    Generator(
        name="a Rails association, scope, attribute or enum",
        constructs=(
            "has_many",
            "has_one",
            "belongs_to",
            "has_and_belongs_to_many",
            "attr_accessor",
            "attr_reader",
            "delegate",
            "has_secure_password",
            "has_one_attached",
        ),
        members=_words("authenticate password password_confirmation attach attached purge"),
        prefixes=("build_", "create_", "reload_", "with_attached_"),
        suffixes=("_id", "_ids", "_attachment", "_blob"),
    ),
    Generator(
        name="Rails routes",
        constructs=("Rails.application.routes.draw",),
        suffixes=("_path", "_url"),
    ),
    Generator(
        name="Lombok",
        constructs=(
            "@Data",
            "@Value",
            "@Getter",
            "@Setter",
            "@Builder",
            "@SuperBuilder",
            "@AllArgsConstructor",
            "@NoArgsConstructor",
            "@RequiredArgsConstructor",
            "@ToString",
            "@EqualsAndHashCode",
            "@Slf4j",
            "@Log4j2",
            "@With",
        ),
        members=_words("builder toBuilder build equals hashCode toString canEqual log"),
        prefixes=("get", "set", "is", "with"),
    ),
    Generator(
        name="a record or data class",
        constructs=("data class", "public record", "record class", "case class"),
        members=_words("copy equals hashCode toString apply unapply component1 component2"),
        prefixes=("component",),
    ),
    Generator(
        name="Spring Data",
        constructs=("JpaRepository", "CrudRepository", "MongoRepository", "ReactiveCrudRepository"),
        members=_words("save saveAll findAll findById existsById deleteById deleteAll count flush"),
        prefixes=("findBy", "findAllBy", "countBy", "existsBy", "deleteBy", "findFirstBy"),
    ),
    Generator(
        name="protocol buffers",
        constructs=('syntax = "proto3"', 'syntax = "proto2"', "protoc", "google.protobuf"),
        members=_words(
            "SerializeToString ParseFromString MergeFrom CopyFrom HasField ClearField ByteSize"
            " SerializeAsString WhichOneof DESCRIPTOR newBuilder parseFrom toByteArray"
            " getDefaultInstance MarshalJSON ProtoReflect ProtoMessage Descriptor"
        ),
        prefixes=("add_", "Register", "Unimplemented", "Get", "get", "set", "has", "clear", "New"),
        suffixes=("_pb2", "_pb2_grpc", "_pb", "Stub", "Servicer", "Client", "Server", "Grpc"),
    ),
    Generator(
        name="a GraphQL code generator",
        constructs=("@graphql-codegen", "graphql-codegen", "gqlgen", "relay-compiler"),
        prefixes=("use",),
        suffixes=(
            "Document",
            "Query",
            "Mutation",
            "Subscription",
            "QueryVariables",
            "MutationVariables",
            "Fragment",
            "FragmentDoc",
            "Resolvers",
        ),
    ),
    Generator(
        name="an OpenAPI client generator",
        constructs=("openapi-generator", "openapi-typescript", "openapi-generator-cli", "orval"),
        prefixes=("use",),
        suffixes=("Api", "ApiClient", "Request", "Response", "Params"),
    ),
    Generator(
        name="a Prisma client",
        constructs=("@prisma/client", "prisma-client-js", "PrismaClient"),
        members=_words(
            "findUnique findUniqueOrThrow findFirst findFirstOrThrow findMany create createMany"
            " update updateMany upsert delete deleteMany count aggregate groupBy $transaction"
            " $queryRaw $executeRaw $connect $disconnect"
        ),
        suffixes=("WhereInput", "CreateInput", "UpdateInput", "Include", "Select"),
    ),
    Generator(
        name="a TypeORM or Sequelize model",
        constructs=("@Entity", "sequelize.define", "DataTypes", "sequelize-typescript"),
        members=_words(
            "find findOne findOneBy findBy findAll findByPk findOrCreate findAndCountAll save"
            " remove create bulkCreate update upsert destroy count query createQueryBuilder"
            " insert delete softDelete restore reload toJSON dataValues"
        ),
        prefixes=("get", "set", "add", "remove", "has", "count", "create"),
    ),
    Generator(
        name="a Mongoose schema",
        constructs=("mongoose.Schema", "mongoose.model", "new Schema"),
        members=_words(
            "find findOne findById findByIdAndUpdate findOneAndUpdate create save updateOne"
            " updateMany deleteOne deleteMany countDocuments aggregate populate lean toObject _id"
        ),
    ),
    Generator(
        name="a derive macro",
        constructs=("#[derive", "#[cfg_attr"),
        members=_words(
            "clone eq ne fmt default hash cmp partial_cmp serialize deserialize parse from_arg_matches"
            " into_iter try_from from_str as_ref builder"
        ),
    ),
    Generator(
        name="go generate",
        constructs=("go:generate", "mockgen", "wire.Build", "sqlc", "entgo.io/ent"),
        members=_words("String EXPECT MarshalJSON UnmarshalJSON DeepCopy DeepCopyInto Scan"),
        prefixes=("NewMock", "Mock", "With", "Initialize"),
    ),
    Generator(
        name="a Redux slice or query interface",
        constructs=("createSlice", "createApi", "createEntityAdapter"),
        members=_words("actions reducer endpoints selectAll selectById selectors middleware"),
        prefixes=("use", "select"),
    ),
)


def generators_of(member: str) -> Iterator[Generator]:
    """The frameworks that would make a member of this name."""
    return (generator for generator in GENERATORS if generator.makes(member))
